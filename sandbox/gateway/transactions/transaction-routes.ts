import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendErrors, sendNotFound, sendTransaction, sendXml } from '../answers.ts';
import { neverAnswer, waitForLatencyFault } from '../fault-hooks.ts';
import type { Operation } from '../faults.ts';
import type { GatewayContext, GatewayRequest, Refused } from '../gateway-context.ts';
import { answerOnce, type InFlight, type KeyedAnswer } from '../idempotency.ts';
import { type Params, section, text } from '../params.ts';
import type { TransactionRecord } from '../records.ts';
import { validationError } from '../validation-errors.ts';
import { transactionView } from '../views.ts';
import { collection, list } from '../xml.ts';
import {
  refundTransaction,
  settlementSimulations,
  simulateSettlement,
  submitForSettlement,
  voidTransaction,
} from './reversals.ts';
import { readSource } from './sale-source.ts';
import { sell } from './sales.ts';
import { searchPageSize, searchTransactions } from './transaction-search.ts';
import { findTransaction } from './transactions.ts';

type ById = { Params: { transactionId: string } };
type Routes = { app: FastifyInstance; context: GatewayContext; inFlight: InFlight; lostAnswerMs: number };

export function transactionRoutes({ app, context, inFlight, lostAnswerMs }: Routes): void {
  app.post('/transactions', { config: { operation: 'sale', keyed: true } }, async (request, reply) => {
    const params = section(request.body, 'transaction');
    if (text(params, 'type') !== 'sale')
      return sendErrors({ reply, errors: [validationError('transaction', 'type', '91523')] });
    if (isRequestLost({ context, params })) return neverAnswer({ request, reply, afterMs: lostAnswerMs });
    const answer = await answerOnce({
      context,
      inFlight,
      operation: 'sale',
      params,
      perform: async () => {
        await waitForLatencyFault(request);
        const sold = sell({
          context,
          params,
          keyed: text(params, 'api_request_key') !== null,
          isDeclined: request.fault?.kind === 'decline',
        });
        if ('errors' in sold) return sold;
        const approved = sold.transaction.verdict.status === 'approved';
        return { transaction: sold.transaction, httpStatus: approved ? 201 : 422, isRepeat: false };
      },
    });
    return isAnswerLost(answer)
      ? neverAnswer({ request, reply, afterMs: lostAnswerMs })
      : sendTransaction({ reply, answer });
  });

  app.get<ById>('/transactions/:transactionId', { config: { operation: 'find' } }, async (request, reply) => {
    const transaction = findTransaction({ context, id: request.params.transactionId });
    return transaction ? sendTransaction({ reply, answer: { transaction, httpStatus: 200 } }) : sendNotFound(reply);
  });

  const change = (
    operation: Operation,
    httpStatus: number,
    perform: (call: {
      context: GatewayContext;
      transaction: TransactionRecord;
      params: Params;
    }) => { transaction: TransactionRecord } | Refused,
  ) => ({
    options: { config: { operation, keyed: true } },
    handler: async (request: FastifyRequest<ById>, reply: FastifyReply) => {
      const { transactionId } = request.params;
      if (!findTransaction({ context, id: transactionId })) return sendNotFound(reply);
      const params = section(request.body, 'transaction');
      const answer = await answerOnce({
        context,
        inFlight,
        operation: `${operation} ${transactionId}`,
        params,
        perform: async (): Promise<KeyedAnswer | Refused> => {
          await waitForLatencyFault(request);
          const transaction = findTransaction({ context, id: transactionId });
          if (!transaction) throw new Error(`Transaction ${transactionId} disappeared during the request`);
          const changed = perform({ context, transaction, params });
          if ('errors' in changed) return changed;
          const declined = changed.transaction.status === 'processor_declined';
          return { transaction: changed.transaction, httpStatus: declined ? 422 : httpStatus, isRepeat: false };
        },
      });
      return sendTransaction({ reply, answer });
    },
  });

  const refund = change('refund', 201, refundTransaction);
  app.post<ById>('/transactions/:transactionId/refund', refund.options, refund.handler);
  const cancel = change('void', 200, voidTransaction);
  app.put<ById>('/transactions/:transactionId/void', cancel.options, cancel.handler);
  const submit = change('submit_for_settlement', 200, submitForSettlement);
  app.put<ById>('/transactions/:transactionId/submit_for_settlement', submit.options, submit.handler);
  for (const simulation of settlementSimulations) {
    const settle = change('settlement', 200, ({ transaction }) =>
      simulateSettlement({ context, transaction, simulation }),
    );
    app.put<ById>(`/transactions/:transactionId/${simulation}`, settle.options, settle.handler);
  }

  searchRoutes({ app, context });
}

function isAnswerLost(answer: KeyedAnswer | Refused): boolean {
  if ('errors' in answer || answer.isRepeat) return false;
  return answer.httpStatus === 201 && answer.transaction.instrument.behaviour === 'answer_lost';
}

/**
 * The first request of an order with this card never reaches the gateway; the order is remembered, so that resending it
 * works.
 */
function isRequestLost({ context, params }: GatewayRequest): boolean {
  const source = readSource({ context, params });
  if ('errors' in source || source.instrument.behaviour !== 'never_arrives') return false;
  const orderId = text(params, 'order_id') ?? '';
  if (context.store.lostOrders.get(orderId)) return false;
  context.store.lostOrders.put(orderId, { orderId });
  return true;
}

function searchRoutes({ app, context }: { app: FastifyInstance; context: GatewayContext }): void {
  const config = { operation: 'search' } as const;
  app.post('/transactions/advanced_search_ids', { config }, async (request, reply) => {
    const result = searchTransactions({ context, search: section(request.body, 'search') });
    if ('unsupported' in result) return sendUnsupported({ reply, name: result.unsupported });
    return sendXml({
      reply,
      status: 200,
      root: 'search_results',
      value: {
        page_size: searchPageSize,
        ids: list(
          'item',
          result.found.map(({ id }) => id),
        ),
      },
    });
  });
  app.post('/transactions/advanced_search', { config }, async (request, reply) => {
    const result = searchTransactions({ context, search: section(request.body, 'search') });
    if ('unsupported' in result) return sendUnsupported({ reply, name: result.unsupported });
    const page = result.found.slice(0, searchPageSize);
    const attributes = { current_page_number: 1, page_size: searchPageSize, total_items: page.length };
    return sendXml({
      reply,
      status: 200,
      root: 'credit_card_transactions',
      value: collection(
        'transaction',
        page.map((transaction) => transactionView(transaction)),
        attributes,
      ),
    });
  });
}

function sendUnsupported({ reply, name }: { reply: FastifyReply; name: string }): FastifyReply {
  return reply.code(500).type('text/plain').send(`The sandbox cannot search by ${name}`);
}
