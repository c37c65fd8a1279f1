import type { IncomingMessage } from 'node:http';

/**
 * Who is turned away last: somebody with money on its way, then somebody in the middle of something, then a newcomer.
 */
export type Standing = 'paying' | 'begun' | 'newcomer';

/**
 * Of `maxInFlight`: what newcomers may not fill is kept free for those who have begun, and the rest for those who pay.
 */
const room: Record<Standing, number> = { newcomer: 1, begun: 1.5, paying: 3 };

/** Pressing Pay and asking what became of it, for whatever is bought. */
const paying = /\/payments?(\?|$)/;
/** Proofs of something begun. Whether they are genuine is found out later: a forged one gains a place in the queue. */
const proofs = ['x-registration-key', 'x-invite-token', 'authorization'] as const;
const sessionCookie = /(^|;\s*)(__Host-)?session=/;

export function standingOf({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): Standing {
  if (paying.test(url)) return 'paying';
  return proofs.some((name) => headers[name] !== undefined) || sessionCookie.test(headers.cookie ?? '')
    ? 'begun'
    : 'newcomer';
}

/** The calls of the API that a process works on. */
export type Load = {
  isFull: (standing: Standing) => boolean;
  begin: (call: object) => void;
  end: (call: object) => void;
  inFlight: () => number;
};

export function createLoad({ maxInFlight }: { maxInFlight: number }): Load {
  const calls = new Set<object>();
  return {
    isFull: (standing) => calls.size >= maxInFlight * room[standing],
    begin: (call) => void calls.add(call),
    end: (call) => void calls.delete(call),
    inFlight: () => calls.size,
  };
}

/** Seconds after which to come back: not for all the same. */
export const retryAfter = (): number => 3 + Math.floor(Math.random() * 5);
