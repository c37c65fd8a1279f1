import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** A named key; the name is stored with each secret that it sealed. */
export type SealingKey = { id: string; key: Buffer };
export type Sealed = { keyId: string; sealed: Buffer };

/**
 * Encrypts secrets at rest that must be read again, such as those of authenticator apps (AES-256-GCM). `owner` is
 * authenticated with the result, so that a row copied to another person cannot be opened. The first key seals, all of
 * them open.
 */
export type Sealer = {
  seal: (secret: Buffer, owner: string) => Sealed;
  /** Throws if the key is missing or the data was altered; both are operational faults. */
  open: (sealed: Sealed, owner: string) => Buffer;
  /** Id of the key that seals new secrets. */
  currentKeyId: string;
};

const [nonceBytes, tagBytes] = [12, 16];

export function createSealer(keys: readonly [SealingKey, ...SealingKey[]]): Sealer {
  const [current] = keys;
  return {
    seal: (secret, owner) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return { keyId: current.id, sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]) };
    },
    open: ({ keyId, sealed }, owner) => {
      const found = keys.find(({ id }) => id === keyId);
      if (!found) throw new Error(`Missing key ${keyId} in SECOND_FACTOR_KEYS: stored secrets are encrypted with it`);
      const decipher = createDecipheriv('aes-256-gcm', found.key, sealed.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
    },
    currentKeyId: current.id,
  };
}

/** Null if its key is missing or it was altered: one such row must not block a job for all others. */
export function openIfPossible(sealer: Sealer, sealed: Sealed, owner: string): Buffer | null {
  try {
    return sealer.open(sealed, owner);
  } catch {
    return null;
  }
}

/** What became of the secrets sealed with an earlier key. `unopened`: left unchanged, because their key is missing. */
export type Resealed = { resealed: number; unopened: number };

/** The key for installations without a configured one, as in development; it changes with the application's secret. */
export function derivedKey(appSecret: string): SealingKey {
  return { id: 'app-secret', key: Buffer.from(hkdfSync('sha256', appSecret, '', 'second-factor-secrets', 32)) };
}
