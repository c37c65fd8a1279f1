import type { FastifyInstance } from 'fastify';
import { fetchClientToken, payRegistration as payRoute, readPayment } from '#contract/api/payments.ts';
import { PaymentGatewayFault } from '../../gateways/payment/port.ts';
import { refuse } from '../../refusal.ts';
import { type PayDependencies, payRegistration } from '../../sign-up/pay-registration.ts';
import { paymentResult, type ResultDependencies, readRegistrationPayment } from '../../sign-up/payment-result.ts';
import { bind } from '../bind.ts';
import { accessOf } from '../guards.ts';
import { toPaymentResponse } from '../payment-response.ts';
import { anonymousIdOf } from '../visitor.ts';
import { provenEmail } from './address-codes.ts';
import type { ExperimentsOf } from './offers.ts';

export type PaymentRoutesDependencies = PayDependencies & ResultDependencies & { experimentsOf: ExperimentsOf };

export function paymentRoutes(app: FastifyInstance, dependencies: PaymentRoutesDependencies): void {
  const { gateway, experimentsOf, requiresAuthentication } = dependencies;
  bind(app, fetchClientToken, async ({ query, request }) => {
    try {
      const country = query.country ?? null;
      const isRequired = country !== null && requiresAuthentication(country);
      return {
        clientToken: await gateway.clientToken({ country }),
        authentication: isRequired ? 'required' : 'if_asked',
      } as const;
    } catch (error) {
      if (!(error instanceof PaymentGatewayFault)) throw error;
      request.log.error({ err: { type: error.name, message: error.message } }, 'client token unavailable');
      return refuse('PAYMENT_UNAVAILABLE');
    }
  });
  bind(app, payRoute, async (call) => {
    const { body, headers, language, request } = call;
    const attempt = await payRegistration(dependencies, {
      access: accessOf(call),
      provenEmail: await provenEmail(request),
      idempotencyKey: headers['idempotency-key'],
      body,
      language,
      experimentsIn: (country) => experimentsOf(request, { country }),
      anonymousId: anonymousIdOf(request),
    });
    return toPaymentResponse(call, {
      attempt,
      resultOf: (started) => paymentResult(dependencies, { attempt: started, language }),
    });
  });
  bind(app, readPayment, (call) =>
    readRegistrationPayment(dependencies, {
      access: accessOf(call),
      key: call.query.key ?? null,
      language: call.language,
    }),
  );
}
