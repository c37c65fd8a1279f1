import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../refusal.ts';
import { callLanguage } from './language.ts';
import { type Load, priorityOf, retryAfter } from './load.ts';
import { sendRefusal } from './send-refusal.ts';

/**
 * Counts the calls that are worked on, and refuses those beyond with 503 and Retry-After: what waits in a long queue is
 * answered after its caller has gone. Most are refused before they come here (`reject-overload.ts`). A call that was
 * let in is never given up: a payment runs to its end. It counts until its answer is ready, also when the caller has
 * gone meanwhile: the work goes on.
 */
export function shedLoad(api: FastifyInstance, load: Load): void {
  api.addHook('onRequest', async (request, reply) => {
    if (load.isFull(priorityOf(request, request.routeOptions.config.rules))) {
      reply.header('retry-after', String(retryAfter()));
      return sendRefusal({ reply, request, refusal: refuse('BUSY'), language: callLanguage(request) });
    }
    load.begin(request);
    reply.raw.once('finish', () => load.end(request));
  });
  api.addHook('onSend', async (request) => load.end(request));
}

/** A probe that fails under load would have the process ended, and its load go to the others. */
const probes = new Set(['/healthz', '/readyz']);

/** Known to the error handler by its code. */
class UnderPressure extends Error {
  readonly code = 'FST_UNDER_PRESSURE';
}

/** The last resort, when the process hardly gets on any more, whatever it is that holds it up. Throws to refuse. */
export async function refuseUnderPressure(request: FastifyRequest): Promise<void> {
  const { url = '', config } = request.routeOptions;
  if (!probes.has(url) && config.rules?.priority !== 'critical') throw new UnderPressure();
}
