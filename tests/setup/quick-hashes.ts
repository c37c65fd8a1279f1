import { createHash, randomBytes } from 'node:crypto';
import { createRequire, registerHooks } from 'node:module';

/**
 * Loaded before the API tests: passwords are hashed in microseconds instead of a tenth of a second of a busy core, most
 * of what a test that signs somebody in would take. Stored hashes look like those of the library, which still verifies
 * all others, such as imported ones; its own tests and the journeys use it alone.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@node-rs/argon2' && context.parentURL?.endsWith('/server/identity/password.ts')
      ? { url: import.meta.url, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});

type Costs = { memoryCost: number; timeCost: number; parallelism: number };
type Library = { verify: (stored: string, password: string) => Promise<boolean> };
const library = createRequire(import.meta.url)('@node-rs/argon2') as Library;

const mark = 'quick';
const digest = (salt: string, password: string) =>
  createHash('sha256').update(`${salt}:${password}`).digest('base64url');

export async function hash(password: string, { memoryCost, timeCost, parallelism }: Costs): Promise<string> {
  const salt = `${mark}${randomBytes(12).toString('hex')}`;
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${digest(salt, password)}`;
}

export async function verify(stored: string, password: string): Promise<boolean> {
  const [salt = '', hashed] = stored.split('$').slice(-2);
  return salt.startsWith(mark) ? digest(salt, password) === hashed : library.verify(stored, password);
}
