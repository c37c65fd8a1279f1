import type { FastifyInstance, FastifyRequest } from 'fastify';
import { stepOf } from '#contract/sign-up/funnel.ts';
import { storeRefusal } from '../analytics/analytics-repository.ts';
import type { Visit } from '../analytics/visit.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { anonymousIdOf } from './visitor.ts';

type Dependencies = { db: Db; clock: Clock; visitOf: (request: FastifyRequest) => Visit };

/** Only our own field names; a dotted path may end in a key that a person typed. */
const isName = (text: unknown): text is string => typeof text === 'string' && /^[A-Za-z_.]{1,60}$/.test(text);

/** A problem's code, and its first field. */
function refusedWith(payload: unknown): string | null {
  try {
    const problem = JSON.parse(String(payload)) as { code?: unknown; validationErrors?: { field?: unknown }[] };
    const field = problem.validationErrors?.[0]?.field;
    return isName(problem.code) ? [problem.code, field].filter(isName).join(' ') : null;
  } catch {
    return null;
  }
}

/** Too many calls say nothing about a step. */
const unrelated = new Set([429, 503]);

/**
 * Counts which steps of a sign-up were refused and why, for browsers that may be counted. It delays nothing, and a
 * failure to store it is ignored.
 */
export function recordRefusals(app: FastifyInstance, { db, clock, visitOf }: Dependencies): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { flow, step } = request.routeOptions.config.rules?.metrics ?? {};
    if (reply.statusCode < 400 || unrelated.has(reply.statusCode) || !flow) return payload;
    const at = stepOf({ flow, step });
    const anonymousId = anonymousIdOf(request);
    const code = refusedWith(payload);
    if (at === null || anonymousId === null || code === null) return payload;
    const invited = request.headers['x-invite-token'] !== undefined;
    void storeRefusal(db, { anonymousId, step: at, invited, code, visit: visitOf(request), at: clock.now() }).catch(
      (error: unknown) => request.log.warn({ err: error }, 'refusal not recorded for the funnel'),
    );
    return payload;
  });
}
