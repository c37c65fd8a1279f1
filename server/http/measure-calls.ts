import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paymentTypes } from '#contract/sign-up/payment-types.ts';
import type { Metrics, PaymentSubmitted } from '../telemetry/metrics.ts';

const answers: Record<number, PaymentSubmitted['answer']> = {
  402: 'declined',
  422: 'declined',
  429: 'limited',
  503: 'busy',
};

function answerOf(reply: FastifyReply): PaymentSubmitted['answer'] {
  const { statusCode } = reply;
  if (statusCode < 300) return reply.hasHeader('retry-after') ? 'confirming' : 'paid';
  return answers[statusCode] ?? (statusCode >= 500 ? 'error' : 'refused');
}

/** The body may be anything: only one of our own values becomes a label. */
function paymentTypeOf({ body }: FastifyRequest): string {
  const { payment } = (body ?? {}) as { payment?: { paymentType?: unknown } };
  return paymentTypes.find((type) => type === payment?.paymentType) ?? 'none';
}

/** Counts every answered request by the pattern of its route, and by the metrics in its row; probes are not counted. */
export function measureCalls(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = 'none', logLevel, config } = request.routeOptions;
    if (logLevel === 'silent') return;
    const { method } = request;
    metrics.callAnswered({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 });
    const { payment, flow, step } = config.rules?.metrics ?? {};
    const answer = payment ? answerOf(reply) : null;
    if (answer) metrics.paymentSubmitted({ paymentType: paymentTypeOf(request), answer });
    if (flow && reply.statusCode < 300 && (answer === null || answer === 'paid')) metrics.stepReached({ flow, step });
  });
}
