import type { FastifyInstance } from 'fastify';
import { listUnpaidOrders, payUnpaidOrder, readUnpaidOrderPayment } from '#contract/api/professionals/unpaid-orders.ts';
import { payAgain, paymentAgain, paymentAgainResult } from '../../professionals/pay-again.ts';
import { viewUnpaidOrders } from '../../professionals/unpaid-orders.ts';
import { bind } from '../bind.ts';
import { toPaymentResponse } from '../payment-response.ts';
import { type ProfessionalCaseDependencies, professionalParams } from './professional-cases.ts';

export function unpaidOrderRoutes(app: FastifyInstance, dependencies: ProfessionalCaseDependencies): void {
  const { db } = dependencies;
  bind(app, listUnpaidOrders, (call) => viewUnpaidOrders(dependencies, professionalParams(call)));
  bind(app, payUnpaidOrder, async (call) => {
    const { body, headers, params, language } = call;
    const attempt = await payAgain(dependencies, {
      ...professionalParams(call),
      ...params,
      body,
      idempotencyKey: headers['idempotency-key'],
    });
    return toPaymentResponse(call, {
      attempt,
      resultOf: (started) => paymentAgainResult(db, { attempt: started, language }),
    });
  });
  bind(app, readUnpaidOrderPayment, (call) =>
    paymentAgain(db, { ...professionalParams(call), ...call.params, key: call.query.key ?? null }),
  );
}
