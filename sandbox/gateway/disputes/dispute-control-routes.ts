import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { GatewayContext } from '../gateway-context.ts';
import { findTransaction } from '../transactions/transactions.ts';
import { type DisputeStatus, disputeKinds } from './dispute-record.ts';
import { allDisputes, type Disputed, decideDispute, findDispute, nextStatuses, openDispute } from './disputes.ts';

const reasons = ['fraud', 'product_not_received', 'cancelled_recurring_transaction', 'general'] as const;
const openBody = z.object({
  transactionId: z.string(),
  reason: z.enum(reasons).default('fraud'),
  kind: z.enum(disputeKinds).default('chargeback'),
  amountCents: z.int().min(1).optional(),
});
const decisions = ['under_review', 'disputed', 'won', 'lost', 'accepted', 'auto_accepted', 'expired'] as const;
const decideBody = z.object({
  status: z.enum(decisions) satisfies z.ZodType<Exclude<DisputeStatus, 'open'>>,
  wonCents: z.int().min(1).optional(),
});

/** `/control/disputes`: opens a dispute on a settled sale, and decides as the bank would. */
export function disputeControlRoutes({ app, context }: { app: FastifyInstance; context: GatewayContext }): void {
  const toResponse = ({ transaction, dispute }: Disputed) => ({
    ...dispute,
    transactionId: transaction.id,
    next: nextStatuses(dispute),
  });

  app.get('/control/disputes', async () => ({ disputes: allDisputes(context).map(toResponse) }));
  app.post<{ Body: z.output<typeof openBody> }>(
    '/control/disputes',
    { schema: { body: openBody } },
    async ({ body }, reply) => {
      const transaction = findTransaction({ context, id: body.transactionId });
      if (transaction?.type !== 'sale' || transaction.status !== 'settled')
        return reply.code(409).send({ code: 'not_settled' });
      const { reason, kind, amountCents = transaction.amountCents } = body;
      if (amountCents > transaction.amountCents) return reply.code(409).send({ code: 'too_large' });
      return reply.code(201).send(toResponse(openDispute({ context, transaction, reason, kind, amountCents })));
    },
  );
  app.post<{ Params: { id: string }; Body: z.output<typeof decideBody> }>(
    '/control/disputes/:id',
    { schema: { body: decideBody } },
    async ({ params, body }, reply) => {
      const found = findDispute({ context, id: params.id });
      const decided = found && decideDispute({ context, ...found, ...body });
      return decided ? toResponse(decided) : reply.code(409).send({ code: 'not_from_here' });
    },
  );
}
