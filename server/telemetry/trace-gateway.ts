import type { PaymentGateway } from '../gateways/payment/port.ts';
import type { Attributes, Tracer } from './tracer.ts';

const outcomeOf = ({ outcome }: { outcome: string }): Attributes => ({ 'evenkeel.gateway.outcome': outcome });
const attempt = ({ orderId }: { orderId: string }): Attributes => ({ 'evenkeel.payment.attempt_id': orderId });

/**
 * Wraps a gateway with a span around each call: which call, for which attempt, with which outcome, and nothing about
 * the payer.
 */
export function traceGateway(gateway: PaymentGateway, tracer: Tracer | null): PaymentGateway {
  if (!tracer) return gateway;
  type Call<Q, A> = {
    call: string;
    send: (request: Q) => Promise<A>;
    requestAttributes?: (request: NoInfer<Q>) => Attributes;
    answerAttributes?: (answer: NoInfer<A>) => Attributes;
  };
  const traced =
    <Q, A>({ call, send, requestAttributes, answerAttributes }: Call<Q, A>) =>
    (request: Q): Promise<A> =>
      tracer.span(
        { name: `gateway ${call}`, kind: 'client', attributes: requestAttributes?.(request) ?? {} },
        () => send(request),
        answerAttributes,
      );
  return {
    browserOrigins: gateway.browserOrigins,
    parseNotification: (signed) => gateway.parseNotification(signed),
    answerChallenge: (challenge) => gateway.answerChallenge(challenge),
    clientToken: traced({ call: 'clientToken', send: (request) => gateway.clientToken(request) }),
    sale: traced({
      call: 'sale',
      send: (request) => gateway.sale(request),
      requestAttributes: attempt,
      answerAttributes: outcomeOf,
    }),
    findSale: traced({
      call: 'findSale',
      send: (request) => gateway.findSale(request),
      requestAttributes: attempt,
      answerAttributes: outcomeOf,
    }),
    void: traced({ call: 'void', send: (request) => gateway.void(request), answerAttributes: outcomeOf }),
    refund: traced({ call: 'refund', send: (request) => gateway.refund(request), answerAttributes: outcomeOf }),
    vault: traced({ call: 'vault', send: (request) => gateway.vault(request), answerAttributes: outcomeOf }),
    findGivenBack: traced({
      call: 'findGivenBack',
      send: (request) => gateway.findGivenBack(request),
      answerAttributes: outcomeOf,
    }),
    findRefund: traced({
      call: 'findRefund',
      send: (request) => gateway.findRefund(request),
      answerAttributes: outcomeOf,
    }),
    findTransactions: traced({
      call: 'findTransactions',
      send: (request) => gateway.findTransactions(request),
      answerAttributes: outcomeOf,
    }),
    findDisputes: traced({
      call: 'findDisputes',
      send: (request) => gateway.findDisputes(request),
      answerAttributes: outcomeOf,
    }),
    findPaymentMethod: traced({
      call: 'findPaymentMethod',
      send: (request) => gateway.findPaymentMethod(request),
      answerAttributes: outcomeOf,
    }),
    createNonce: traced({
      call: 'createNonce',
      send: (request) => gateway.createNonce(request),
      answerAttributes: outcomeOf,
    }),
    readUpdatedCards: traced({
      call: 'readUpdatedCards',
      send: (request) => gateway.readUpdatedCards(request),
      answerAttributes: outcomeOf,
    }),
    deletePaymentMethod: traced({
      call: 'deletePaymentMethod',
      send: (request) => gateway.deletePaymentMethod(request),
      answerAttributes: outcomeOf,
    }),
    updateCustomer: traced({
      call: 'updateCustomer',
      send: (customer) => gateway.updateCustomer(customer),
      answerAttributes: outcomeOf,
    }),
    deleteCustomer: traced({
      call: 'deleteCustomer',
      send: (request) => gateway.deleteCustomer(request),
      answerAttributes: outcomeOf,
    }),
  };
}
