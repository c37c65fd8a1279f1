import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { readForms, sendPage } from '../../mail/page.ts';
import { openDispute } from '../disputes/disputes.ts';
import { type Faults, faultKinds, operations } from '../faults.ts';
import type { GatewayContext, GatewayTransaction, Refused } from '../gateway-context.ts';
import { moveClock } from '../passing-time.ts';
import type { TransactionRecord } from '../records.ts';
import { refundTransaction, simulateSettlement, voidTransaction } from '../transactions/reversals.ts';
import { findTransaction, reportTransaction } from '../transactions/transactions.ts';
import { controlPage } from './control-page.ts';
import { outcomeTexts, type PageOutcome } from './fault-texts.ts';
import { manualActions, subjects } from './manual-actions.ts';
import { type Action, actions } from './transaction-table.ts';

const outcomes = Object.keys(outcomeTexts) as [PageOutcome, ...PageOutcome[]];
const query = z.object({ outcome: z.enum(outcomes).nullable().catch(null).default(null) });
const arm = z.object({
  kind: z.enum(faultKinds),
  times: z.coerce.number().int().min(1).max(100),
  matching: z
    .enum(operations)
    .or(z.literal(''))
    .transform((name) => name || null),
  seconds: z.coerce.number().int().min(1).max(600),
});
const pass = z.object({ advanceMs: z.coerce.number().int() });
const transactionAction = z.object({ action: z.enum(Object.keys(actions) as [Action, ...Action[]]) });

const manualActionParams = z.object({ subject: z.enum(subjects), id: z.string() });

type TransactionActions = Record<
  Action,
  { act: (done: GatewayTransaction) => { transaction: TransactionRecord } | Refused; outcome: PageOutcome }
>;

const transactionActions: TransactionActions = {
  settle: { act: (done) => simulateSettlement({ ...done, simulation: 'settle' }), outcome: 'settled' },
  settlement_decline: {
    act: (done) => simulateSettlement({ ...done, simulation: 'settlement_decline' }),
    outcome: 'settlement_declined',
  },
  void: { act: (done) => voidTransaction({ ...done, params: {} }), outcome: 'voided' },
  refund: { act: (done) => refundTransaction({ ...done, params: {} }), outcome: 'refunded' },
  dispute: { act: (done) => openDispute(done), outcome: 'disputed' },
  report: {
    act: (done) => (reportTransaction(done) ? { transaction: done.transaction } : { errors: [] }),
    outcome: 'reported',
  },
};

type Controls = { app: FastifyInstance; context: GatewayContext; faults: Faults };

/** The gateway's page under /control: actions of a tester, as forms that return to it. */
export async function controlPageRoutes({ app, context, faults }: Controls): Promise<void> {
  const css = await readFile(new URL('control.css', import.meta.url));
  app.setValidatorCompiler(validatorCompiler);
  readForms(app);
  const redirectBack = (reply: FastifyReply, outcome: PageOutcome) =>
    reply.redirect(`/control?outcome=${outcome}`, 303);

  app.get('/control/control.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(css));
  app.get<{ Querystring: z.output<typeof query> }>('/control', { schema: { querystring: query } }, (request, reply) =>
    sendPage(reply, controlPage({ context, faults: faults.list(), outcome: request.query.outcome })),
  );
  app.post<{ Body: z.output<typeof arm> }>('/control/arm', { schema: { body: arm } }, ({ body }, reply) => {
    const { seconds, ...fault } = body;
    faults.add({ ...fault, delayMs: seconds * 1000, contentType: 'application/xml; charset=utf-8' });
    return redirectBack(reply, 'armed');
  });
  app.post('/control/disarm', (_request, reply) => {
    faults.clear();
    return redirectBack(reply, 'cleared');
  });
  app.post<{ Body: z.output<typeof pass> }>('/control/pass', { schema: { body: pass } }, ({ body }, reply) => {
    moveClock({ context, offsetMs: context.clock.offsetMs() + body.advanceMs });
    return redirectBack(reply, 'moved');
  });
  app.post<{ Params: { id: string }; Body: z.output<typeof transactionAction> }>(
    '/control/transactions/:id',
    { schema: { body: transactionAction } },
    ({ params, body }, reply) => {
      const transaction = findTransaction({ context, id: params.id });
      const { act, outcome } = transactionActions[body.action];
      return redirectBack(reply, transaction && !('errors' in act({ context, transaction })) ? outcome : 'refused');
    },
  );
  app.post<{ Params: z.output<typeof manualActionParams>; Body: { action: string } }>(
    '/control/by-hand/:subject/:id',
    { schema: { params: manualActionParams, body: z.object({ action: z.string() }) } },
    async ({ params: { subject, id }, body: { action } }, reply) =>
      redirectBack(reply, await manualActions[subject]({ context, id, action })),
  );
}
