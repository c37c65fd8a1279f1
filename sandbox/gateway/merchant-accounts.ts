import { type Params, text } from './params.ts';

/**
 * Accounts on which sales are booked; each charges one currency. The first is the default for a sale that names none.
 */
const accounts = [
  { id: 'sandbox_usd', currency: 'USD' },
  { id: 'sandbox_gbp', currency: 'GBP' },
] as const;
const [standard] = accounts;

type Account = (typeof accounts)[number];

export function findAccount(id: string): Account | undefined {
  return accounts.find((account) => account.id === id);
}

export function isDefault(account: Account): boolean {
  return account === standard;
}

/** The account that a sale names, or the default; null if it does not exist. */
export function accountOf(params: Params): string | null {
  const named = text(params, 'merchant_account_id');
  return named === null ? standard.id : (findAccount(named)?.id ?? null);
}

/** Earlier records have no account: they were booked on the default. */
export function accountView(id: string | undefined): { merchant_account_id: string; currency_iso_code: string } {
  const { id: account, currency } = findAccount(id ?? standard.id) ?? standard;
  return { merchant_account_id: account, currency_iso_code: currency };
}
