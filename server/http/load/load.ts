import type { IncomingMessage } from 'node:http';
import { callers } from '#contract/api/callers.ts';
import type { RouteRules } from '#contract/api/route.ts';

/** Priorities under overload: payments in progress last to be refused, then flows in progress, then everything else. */
export type RequestPriority = 'critical' | 'normal' | 'low';

/** Multiples of `maxInFlight`: the capacity above each limit is reserved for higher priorities. */
const room: Record<RequestPriority, number> = { low: 1, normal: 1.5, critical: 3 };

const sessionCookies: Partial<Record<string, RegExp>> = {
  session: /(^|;\s*)(__Host-)?session=/,
  'staff-session': /(^|;\s*)(__Host-)?staff=/,
};

/** Whether the proof is genuine is checked later: a forged one only gains a place in the queue. */
function bringsProof(headers: IncomingMessage['headers']): boolean {
  return Object.values(callers).some(({ proof }) =>
    proof === null ? false : (sessionCookies[proof]?.test(headers.cookie ?? '') ?? headers[proof] !== undefined),
  );
}

export function priorityOf(
  { headers }: Pick<IncomingMessage, 'headers'>,
  rules: RouteRules | null | undefined,
): RequestPriority {
  return rules?.priority ?? (bringsProof(headers) ? 'normal' : 'low');
}

/** The API calls in progress in a process. */
export type Load = {
  isFull: (priority: RequestPriority) => boolean;
  begin: (call: object) => void;
  end: (call: object) => void;
  inFlight: () => number;
};

export function createLoad({ maxInFlight }: { maxInFlight: number }): Load {
  const calls = new Set<object>();
  return {
    isFull: (priority) => calls.size >= maxInFlight * room[priority],
    begin: (call) => void calls.add(call),
    end: (call) => void calls.delete(call),
    inFlight: () => calls.size,
  };
}

/** Seconds until a retry, randomised so that not all come back at once. */
export const retryAfter = (): number => 3 + Math.floor(Math.random() * 5);
