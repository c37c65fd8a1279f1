import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

const argon2id = 2;

/** argon2id at the strength the OWASP guide asks for: 19 MiB, two passes, one lane. */
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each hash takes 19 MiB and a core for milliseconds: more at once than cores only makes everybody wait. */
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

export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return inTurn(() => verify(stored, password.normalize('NFKC')));
}
