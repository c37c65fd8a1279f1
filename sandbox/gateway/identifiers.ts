import { createHmac, randomBytes } from 'node:crypto';
import type { Store } from './store.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Lower-case letters and digits, like the gateway's own ids. */
export function newId(length = 10): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
}

/** A secret created once and stored with the records. */
export function storedSecret({ store, name }: { store: Store; name: string }): string {
  const stored = store.settings.get(name);
  if (stored) return stored.value;
  const value = randomBytes(32).toString('hex');
  store.settings.put(name, { value });
  return value;
}

export function signatureOf({ secret, text }: { secret: string; text: string }): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
