import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { GatewayContext } from '../gateway-context.ts';
import { findTransaction, reportTransaction } from '../transactions/transactions.ts';
import type { WebhookRecord } from './webhook-record.ts';
import { isTaken } from './webhooks.ts';

const holdBody = z.object({ held: z.boolean() });

/** `/control/webhooks`: every report with its signed form, with holding and resending. */
export function webhookControlRoutes({ app, context }: { app: FastifyInstance; context: GatewayContext }): void {
  const { webhooks } = context;
  const toResponse = (record: WebhookRecord) => ({
    ...record,
    isTaken: isTaken(record),
    form: webhooks.formOf(record),
  });

  app.get('/control/webhooks', async () => ({ held: webhooks.isHeld(), webhooks: webhooks.list().map(toResponse) }));
  app.put<{ Body: z.output<typeof holdBody> }>(
    '/control/webhooks',
    { schema: { body: holdBody } },
    async ({ body }) => {
      webhooks.hold(body.held);
      return { held: webhooks.isHeld() };
    },
  );
  app.post('/control/webhooks/check', async () =>
    toResponse(webhooks.publish({ kind: 'check', about: context.merchantId, subject: { check: true } })),
  );
  app.post<{ Params: { id: string } }>('/control/transactions/:id/report', async ({ params }, reply) => {
    const transaction = findTransaction({ context, id: params.id });
    const reported = transaction && reportTransaction({ context, transaction });
    return reported ? toResponse(reported) : reply.code(409).send({ code: 'nothing_to_report' });
  });
  app.post('/control/webhooks/challenge', async () => ({ isOurs: await webhooks.challenge() }));
  app.post<{ Params: { id: string } }>('/control/webhooks/:id/send', async ({ params }, reply) => {
    const sent = await webhooks.send(params.id);
    return sent ? toResponse(sent) : reply.code(404).send({ code: 'not_found' });
  });
}
