import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../refusal.ts';
import { callLanguage } from '../language.ts';
import { sendRefusal } from '../send-refusal.ts';
import { type Load, priorityOf, retryAfter } from './load.ts';

/**
 * Counts the calls in progress, and refuses the excess with 503 and Retry-After: calls in a long queue would be
 * answered after their caller has gone. Most are refused earlier (`reject-overload.ts`). An admitted call is never
 * aborted: a payment runs to its end. It counts until its response is ready, even if the caller has gone, because the
 * work continues.
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

/** A probe that fails under load would end the process and shift its load to the others. */
const probes = new Set(['/healthz', '/readyz']);

/** The error handler recognises it by its code. */
class UnderPressure extends Error {
  readonly code = 'FST_UNDER_PRESSURE';
}

/** How often the event loop's delay is measured, in milliseconds. */
const sampleInterval = 1_000;

/** Without its tables every call would fail somewhere inside; probes give the reason. */
export function refuseWhileBehind(app: FastifyInstance, { isBehind }: { isBehind: () => boolean }): void {
  app.addHook('onRequest', async (request) => {
    if (isBehind() && !probes.has(request.routeOptions.url ?? '')) throw new UnderPressure();
  });
}

/**
 * The last resort if the event loop is blocked. The first two samples are ignored: they include the start itself,
 * which on a busy machine looks like overload.
 */
export async function refuseUnderPressure(
  app: FastifyInstance,
  { maxEventLoopDelayMs = 1_000 }: { maxEventLoopDelayMs?: number },
): Promise<void> {
  let countsFrom = Infinity;
  app.addHook('onListen', async () => {
    countsFrom = performance.now() + 2 * sampleInterval;
  });
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    sampleInterval,
    pressureHandler: async (request) => {
      const { url = '', config } = request.routeOptions;
      if (performance.now() < countsFrom || probes.has(url) || config.rules?.priority === 'critical') return;
      throw new UnderPressure();
    },
  });
}
