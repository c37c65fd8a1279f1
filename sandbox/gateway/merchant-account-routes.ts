import type { FastifyInstance } from 'fastify';
import { sendNotFound, sendXml } from './answers.ts';
import { findAccount, isDefault } from './merchant-accounts.ts';

export function merchantAccountRoutes(app: FastifyInstance): void {
  app.get<{ Params: { id: string } }>(
    '/merchant_accounts/:id',
    { config: { operation: 'find' } },
    async ({ params }, reply) => {
      const account = findAccount(params.id);
      if (!account) return sendNotFound(reply);
      const value = {
        id: account.id,
        status: 'active',
        default: isDefault(account),
        currency_iso_code: account.currency,
      };
      return sendXml({ reply, status: 200, root: 'merchant_account', value });
    },
  );
}
