import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setCredentials } from '#contract/api/credentials.ts';
import { openInvite, payInvite, priceInvite, updateInvitedParent } from '#contract/api/invites.ts';
import { payRegistration, paymentTypes } from '#contract/api/payments.ts';
import { calculatePrice } from '#contract/api/prices.ts';
import { createProfessional } from '#contract/api/professionals.ts';
import { createRegistration, updateFamily, updateRegistration } from '#contract/api/registrations.ts';
import type { Route } from '#contract/api/route.ts';
import type { Metrics, PayPressed, StepReached } from '../telemetry/metrics.ts';

/** Which accepted call is which step. A step that is corrected counts again. */
const steps: readonly (StepReached & { route: Route })[] = [
  { route: createRegistration, flow: 'parent', step: 'details' },
  { route: updateFamily, flow: 'parent', step: 'family' },
  { route: calculatePrice, flow: 'parent', step: 'price' },
  { route: updateRegistration, flow: 'parent', step: 'billing' },
  { route: payRegistration, flow: 'parent', step: 'paid' },
  { route: setCredentials, flow: 'all', step: 'credentials' },
  { route: openInvite, flow: 'invite', step: 'opened' },
  { route: updateInvitedParent, flow: 'invite', step: 'details' },
  { route: priceInvite, flow: 'invite', step: 'price' },
  { route: payInvite, flow: 'invite', step: 'paid' },
  { route: createProfessional, flow: 'professional', step: 'registered' },
];
const stepOf = new Map(steps.map(({ route, flow, step }) => [`${route.method} /api${route.path}`, { flow, step }]));

/** A press on Pay, for whatever is bought. */
export function isPressOnPay({ method, route }: { method: string; route: string }): boolean {
  return method === 'POST' && route.startsWith('/api/') && route.endsWith('/payments');
}

const answers: Record<number, PayPressed['answer']> = { 402: 'declined', 422: 'declined', 429: 'limited', 503: 'busy' };

function answerOf(reply: FastifyReply): PayPressed['answer'] {
  const { statusCode } = reply;
  if (statusCode < 300) return reply.hasHeader('retry-after') ? 'confirming' : 'paid';
  return answers[statusCode] ?? (statusCode >= 500 ? 'error' : 'refused');
}

/** The body may be anything at all: only a word of ours becomes a label. */
function paymentTypeOf({ body }: FastifyRequest): string {
  const { payment } = (body ?? {}) as { payment?: { paymentType?: unknown } };
  return paymentTypes.find((type) => type === payment?.paymentType) ?? 'none';
}

/** Counts every answered request by the pattern of its route; probes are not counted. */
export function measureCalls(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = 'none', logLevel } = request.routeOptions;
    if (logLevel === 'silent') return;
    const { method } = request;
    metrics.callAnswered({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 });
    const pressed = isPressOnPay({ method, route }) ? answerOf(reply) : null;
    if (pressed) metrics.payPressed({ paymentType: paymentTypeOf(request), answer: pressed });
    const step = stepOf.get(`${method} ${route}`);
    if (step && reply.statusCode < 300 && (pressed === null || pressed === 'paid')) metrics.stepReached(step);
  });
}
