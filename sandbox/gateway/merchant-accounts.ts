import type { FastifyInstance } from 'fastify';
import { sendNotFound, sendXml } from './answers.ts';
import { text, type Params } from './params.ts';

/** What sales are booked on; each charges one currency. The first is the default, as long as a sale names none. */
const accounts = [
  { id: 'sandbox_usd', currency: 'USD' },
  { id: 'sandbox_gbp', currency: 'GBP' },
] as const;
const [standard] = accounts;

const find = (id: string) => accounts.find((account) => account.id === id);

/** The account a sale names, or the default; null when there is none of that name. */
export function accountOf(params: Params): string | null {
  const named = text(params, 'merchant_account_id');
  return named === null ? standard.id : (find(named)?.id ?? null);
}

/** Records of before it was kept were booked on the default account. */
export function accountView(id: string | undefined): { merchant_account_id: string; currency_iso_code: string } {
  const { id: account, currency } = find(id ?? standard.id) ?? standard;
  return { merchant_account_id: account, currency_iso_code: currency };
}

export function merchantAccountRoutes(app: FastifyInstance): void {
  app.get<{ Params: { id: string } }>('/merchant_accounts/:id', { config: { operation: 'find' } }, async ({ params }, reply) => {
    const account = find(params.id);
    if (!account) return sendNotFound(reply);
    const value = { id: account.id, status: 'active', default: account === standard, currency_iso_code: account.currency };
    return sendXml({ reply, status: 200, root: 'merchant_account', value });
  });
}
