import type { Clock } from '#server/clock.ts';
import type { PaymentGateway } from '#server/gateways/payment/port.ts';

const card = {
  type: 'CREDIT_CARD',
  token: null,
  cardLastFour: '1111',
  cardBrand: 'Visa',
  expirationMonth: null,
  expirationYear: null,
  accountLabel: null,
} as const;

/** A gateway that approves every sale at once, so that only our own work is measured. It rejects other calls. */
export function approvingGateway(clock: Clock): PaymentGateway {
  const notAsked = () => Promise.reject(new Error('Only sales are asked for here'));
  return {
    browserOrigins: { script: [], frame: [], connect: [], image: [], form: [] },
    sale: async ({ orderId, amountCents }) => ({
      outcome: 'approved',
      transactionId: orderId,
      amountCents,
      paymentMethod: card,
      authentication: null,
      processedAt: clock.now(),
    }),
    clientToken: notAsked,
    findSale: notAsked,
    void: notAsked,
    refund: notAsked,
    vault: notAsked,
    findPaymentMethod: notAsked,
    createNonce: notAsked,
    readUpdatedCards: notAsked,
    deletePaymentMethod: notAsked,
    updateCustomer: notAsked,
    deleteCustomer: notAsked,
    findRefund: notAsked,
    findReversals: notAsked,
    findTransactions: notAsked,
    findDisputes: notAsked,
    parseNotification: notAsked,
    answerChallenge: () => '',
  };
}
