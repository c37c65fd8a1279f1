import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { GatewayContext } from '../gateway-context.ts';
import { paymentMethodView } from '../views.ts';
import { expireCard, revokeAccount, updateCard, updaterReport } from './stored-methods.ts';

const changes = { expire: expireCard, update: updateCard, revoke: revokeAccount } as const;
type Change = keyof typeof changes;
const body = z.object({ action: z.enum(Object.keys(changes) as [Change, ...Change[]]) });

/** `/control/stored-methods`: expires a card, revokes a wallet's permission; and the updater's report. */
export function storedMethodRoutes({ app, context }: { app: FastifyInstance; context: GatewayContext }): void {
  app.post<{ Params: { token: string }; Body: z.output<typeof body> }>(
    '/control/stored-methods/:token',
    { schema: { body } },
    async (request, reply) => {
      const method = context.store.paymentMethods.get(request.params.token);
      const changed = method && changes[request.body.action]({ context, method });
      return changed ? paymentMethodView({ context, method: changed })[1] : reply.code(404).send({ code: 'not_found' });
    },
  );
  app.get<{ Params: { date: string } }>('/control/account-updater/:date.csv', ({ params }, reply) =>
    reply.type('text/csv; charset=utf-8').send(updaterReport({ context, date: params.date })),
  );
}
