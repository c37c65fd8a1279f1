import type { PaymentGateway } from '../gateways/payment/port.ts';
import type { Attributes, Tracer } from './tracer.ts';

const outcomeOf = ({ outcome }: { outcome: string }): Attributes => ({ 'evenkeel.gateway.outcome': outcome });
const attempt = ({ orderId }: { orderId: string }): Attributes => ({ 'evenkeel.payment.attempt_id': orderId });

/**
 * The same gateway, with a span around each call: which call, for which attempt, with which outcome. Nothing of the
 * payer.
 */
export function traceGateway(gateway: PaymentGateway, tracer: Tracer | null): PaymentGateway {
  if (!tracer) return gateway;
  type Call<Q, A> = {
    call: string;
    ask: (request: Q) => Promise<A>;
    of?: (request: NoInfer<Q>) => Attributes;
    tell?: (answer: NoInfer<A>) => Attributes;
  };
  const traced =
    <Q, A>({ call, ask, of, tell }: Call<Q, A>) =>
    (request: Q): Promise<A> =>
      tracer.span(
        { name: `gateway ${call}`, kind: 'client', attributes: of?.(request) ?? {} },
        () => ask(request),
        tell,
      );
  return {
    browserOrigins: gateway.browserOrigins,
    parseNotification: (signed) => gateway.parseNotification(signed),
    answerChallenge: (challenge) => gateway.answerChallenge(challenge),
    clientToken: traced({ call: 'clientToken', ask: (request) => gateway.clientToken(request) }),
    sale: traced({ call: 'sale', ask: (request) => gateway.sale(request), of: attempt, tell: outcomeOf }),
    findSale: traced({ call: 'findSale', ask: (request) => gateway.findSale(request), of: attempt, tell: outcomeOf }),
    void: traced({ call: 'void', ask: (request) => gateway.void(request), tell: outcomeOf }),
    refund: traced({ call: 'refund', ask: (request) => gateway.refund(request), tell: outcomeOf }),
    vault: traced({ call: 'vault', ask: (request) => gateway.vault(request), tell: outcomeOf }),
    findGivenBack: traced({
      call: 'findGivenBack',
      ask: (request) => gateway.findGivenBack(request),
      tell: outcomeOf,
    }),
    findRefund: traced({ call: 'findRefund', ask: (request) => gateway.findRefund(request), tell: outcomeOf }),
    findTransactions: traced({
      call: 'findTransactions',
      ask: (request) => gateway.findTransactions(request),
      tell: outcomeOf,
    }),
    findDisputes: traced({ call: 'findDisputes', ask: (request) => gateway.findDisputes(request), tell: outcomeOf }),
    findPaymentMethod: traced({
      call: 'findPaymentMethod',
      ask: (request) => gateway.findPaymentMethod(request),
      tell: outcomeOf,
    }),
    createNonce: traced({ call: 'createNonce', ask: (request) => gateway.createNonce(request), tell: outcomeOf }),
    readUpdatedCards: traced({
      call: 'readUpdatedCards',
      ask: (request) => gateway.readUpdatedCards(request),
      tell: outcomeOf,
    }),
    deletePaymentMethod: traced({
      call: 'deletePaymentMethod',
      ask: (request) => gateway.deletePaymentMethod(request),
      tell: outcomeOf,
    }),
    updateCustomer: traced({
      call: 'updateCustomer',
      ask: (customer) => gateway.updateCustomer(customer),
      tell: outcomeOf,
    }),
  };
}
