import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../refusal.ts';
import { callLanguage } from './language.ts';
import { sendRefusal } from './send-refusal.ts';
import { sessionTokenOf } from './signed-in.ts';

/** Who is turned away last: somebody with money on its way, then somebody in the middle of something, then a newcomer. */
type Standing = 'paying' | 'begun' | 'newcomer';

/** Of `maxInFlight`: what newcomers may not fill is kept free for those who have begun, and the rest for those who pay. */
const room: Record<Standing, number> = { newcomer: 1, begun: 1.5, paying: 3 };

/** Pressing Pay and asking what became of it, for whatever is bought. */
const paying = /\/payments?$/;
/** Proofs of something begun. Whether they are genuine is found out later: a forged one gains a place in the queue. */
const proofs = ['x-registration-key', 'x-invite-token', 'authorization'] as const;

function standingOf(request: FastifyRequest): Standing {
  if (paying.test(request.routeOptions.url ?? '')) return 'paying';
  return proofs.some((name) => request.headers[name] !== undefined) || sessionTokenOf(request) !== null ? 'begun' : 'newcomer';
}

/** Not all at the same moment again, in seconds. */
const retryAfter = (): number => 3 + Math.floor(Math.random() * 5);

export type Load = { inFlight: () => number };

/**
 * Refuses a call at once, with 503 and Retry-After, when the process already works on as many as it can answer in good time:
 * what waits in a long queue is answered after its caller has gone. A call that was let in is never given up: a payment
 * runs to its end. Counted until the answer is ready, also when the caller has gone meanwhile: the work goes on.
 */
export function shedLoad(api: FastifyInstance, { maxInFlight }: { maxInFlight: number }): Load {
  const inFlight = new Set<FastifyRequest>();
  api.addHook('onRequest', async (request, reply) => {
    if (inFlight.size >= maxInFlight * room[standingOf(request)]) {
      reply.header('retry-after', String(retryAfter()));
      return sendRefusal({ reply, request, refusal: refuse('BUSY'), language: callLanguage(request) });
    }
    inFlight.add(request);
    reply.raw.once('finish', () => inFlight.delete(request));
  });
  api.addHook('onSend', async (request) => void inFlight.delete(request));
  return { inFlight: () => inFlight.size };
}

/** A probe that fails under load would have the process ended, and its load go to the others. */
const probes = new Set(['/healthz', '/readyz']);

/** Known to the error handler by its code. */
class UnderPressure extends Error {
  readonly code = 'FST_UNDER_PRESSURE';
}

/** The last resort, when the process hardly gets on any more, whatever it is that holds it up. Throws to refuse. */
export async function refuseUnderPressure(request: FastifyRequest): Promise<void> {
  if (!probes.has(request.routeOptions.url ?? '') && standingOf(request) !== 'paying') throw new UnderPressure();
}
