import type { FastifyInstance } from 'fastify';
import { fetchClientToken, payRegistration as payRoute, readPayment } from '#contract/api/payments.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { declineOf } from '../checkout/decline-texts.ts';
import type { PaymentResult } from '../checkout/paid-answer.ts';
import { PaymentGatewayFault } from '../gateways/payment/port.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type PayDependencies, payRegistration } from '../sign-up/pay-registration.ts';
import { paymentResult, readRegistrationPayment, type ResultDependencies } from '../sign-up/payment-result.ts';
import { bind, type Call } from './bind.ts';
import type { ExperimentsOf } from './offers.ts';
import { accessOf } from './registrations.ts';

export type PaymentRoutesDependencies = PayDependencies & ResultDependencies & { experimentsOf: ExperimentsOf };

export function paymentRoutes(app: FastifyInstance, dependencies: PaymentRoutesDependencies): void {
  const { gateway, experimentsOf } = dependencies;
  bind(app, fetchClientToken, async ({ query, request }) => {
    try {
      return { clientToken: await gateway.clientToken({ country: query.country ?? null }) };
    } catch (error) {
      if (!(error instanceof PaymentGatewayFault)) throw error;
      request.log.error({ err: { type: error.name, message: error.message } }, 'no client token');
      return refuse('PAYMENT_UNAVAILABLE');
    }
  });
  bind(app, payRoute, async (call) => {
    const { body, headers, language, request } = call;
    const experiments = await experimentsOf(request);
    const result = await payRegistration(dependencies, {
      access: accessOf(call),
      idempotencyKey: headers['idempotency-key'],
      body,
      language,
      experiments,
    });
    if ('refused' in result) return result;
    return tellPayment(call, { attempt: result.attempt, result: await paymentResult(dependencies, { attempt: result.attempt, language }) });
  });
  bind(app, readPayment, (call) =>
    readRegistrationPayment(dependencies, { access: accessOf(call), key: call.query.key ?? null, language: call.language }),
  );
}

type Told = { attempt: PaymentAttempt; result: PaymentResult };

/** What a press on Pay is told: paid, being confirmed, or why nothing was charged. */
export function tellPayment(
  { language, reply }: Pick<Call<typeof payRoute>, 'language' | 'reply'>,
  { attempt, result }: Told,
): AnswerOf<typeof payRoute> | Refusal {
  if (result.outcome === 'NONE') throw new Error('A payment that was begun has an outcome');
  if (result.outcome === 'DECLINED') {
    const { problem, code, text } = declineOf(attempt.outcome, language);
    return refuse(problem, { extra: { message: text, validationErrors: [{ field: 'payment', text, code }] } });
  }
  if (result.outcome === 'CONFIRMING') reply.header('retry-after', '2');
  return result;
}
