import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';

const argon2id = 2;

/** argon2id with the parameters of the OWASP guide: 19 MiB, two passes, one lane. */
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each hash takes 19 MiB and a core for milliseconds: more at once than cores would only make everybody wait. */
const maxConcurrent = Math.max(2, availableParallelism());
const maxWaiting = 200;
let running = 0;
const waiting: (() => void)[] = [];

export class TooManyHashes extends Error {
  readonly code = 'FST_UNDER_PRESSURE';
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrent) {
    if (waiting.length >= maxWaiting) throw new TooManyHashes('Too many passwords are being hashed');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), options));
}

const isBcrypt = (stored: string) => stored.startsWith('$2');
export const currentHash = `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`;

/** Made by another system, or weaker than ours: to be replaced while its password is available. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(currentHash);

let decoy: Promise<string> | undefined;

/** A hash of an unknown password: verifying against it takes as long as against a real one (SEC1). */
export function decoyHash(): Promise<string> {
  decoy ??= hashPassword(randomBytes(24).toString('base64url'));
  return decoy;
}

/** Also verifies hashes of another system, of the password as typed (bcrypt, any argon2). */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  const normalised = password.normalize('NFKC');
  const spellings = isOutdated(stored) ? new Set([password, normalised]) : [normalised];
  for (const spelling of spellings)
    if (await inTurn(() => (isBcrypt(stored) ? verifyBcrypt(spelling, stored) : verify(stored, spelling)))) return true;
  return false;
}
