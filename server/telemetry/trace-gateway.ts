import type { PaymentGateway } from '../gateways/payment/port.ts';
import type { Attributes, Tracer } from './tracer.ts';

type TracedCall = Exclude<keyof PaymentGateway, 'browserOrigins' | 'parseNotification' | 'answerChallenge'>;

/** A record, so that a new method of the port does not compile until it is traced. */
const tracedCalls: Record<TracedCall, true> = {
  clientToken: true,
  sale: true,
  findSale: true,
  void: true,
  refund: true,
  findRefund: true,
  findReversals: true,
  findTransactions: true,
  findDisputes: true,
  vault: true,
  findPaymentMethod: true,
  createNonce: true,
  readUpdatedCards: true,
  deletePaymentMethod: true,
  updateCustomer: true,
  deleteCustomer: true,
};

type Call = (request?: object) => Promise<string | { outcome: string }>;

/**
 * Wraps a gateway with a span around each call: which call, for which attempt, with which outcome, and nothing about
 * the payer.
 */
export function traceGateway(gateway: PaymentGateway, tracer: Tracer | null): PaymentGateway {
  if (!tracer) return gateway;
  const traced = Object.keys(tracedCalls).map((name): [string, Call] => {
    const send = gateway[name as TracedCall] as Call;
    return [
      name,
      (request) =>
        tracer.span(
          { name: `gateway ${name}`, kind: 'client', attributes: requestAttributes(request) },
          () => send(request),
          answerAttributes,
        ),
    ];
  });
  return { ...gateway, ...Object.fromEntries(traced) };
}

function requestAttributes(request: object | undefined): Attributes {
  const orderId: unknown = request && Reflect.get(request, 'orderId');
  return typeof orderId === 'string' ? { 'evenkeel.payment.attempt_id': orderId } : {};
}

/** A client token is a plain string. */
const answerAttributes = (answer: string | { outcome: string }): Attributes =>
  typeof answer === 'string' ? {} : { 'evenkeel.gateway.outcome': answer.outcome };
