import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits as base64url, for a secret that only its owner keeps; we store its hash. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

export function sameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Secrets of mailed links are derived from the row's id, so that a mail sent again after a crash contains the same link
 * and the database never contains the secret. `purpose` prevents a token of one kind from working as another.
 */
export type TokenMaker = (purpose: string, id: string) => string;

export function tokenMaker(appSecret: string): TokenMaker {
  return (purpose, id) => createHmac('sha256', appSecret).update(`${purpose}:${id}`).digest('base64url');
}

/**
 * Converts a derived secret to `length` characters of an alphabet, for codes that people type. The modulo bias of 256
 * bits is negligible.
 */
export function charactersOf(secret: string, { alphabet, length }: { alphabet: string; length: number }): string {
  let rest = BigInt(`0x${hashSecret(secret).toString('hex')}`);
  const base = BigInt(alphabet.length);
  return Array.from({ length }, () => {
    const sign = alphabet[Number(rest % base)] ?? '';
    rest /= base;
    return sign;
  }).join('');
}
