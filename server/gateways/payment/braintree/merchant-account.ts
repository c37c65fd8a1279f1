import type { BraintreeGateway } from 'braintree';
import * as z from 'zod';
import type { Decline, Unknown } from '../port.ts';
import type { Transaction } from './answers.ts';
import { type CallGateway, isNotFound } from './transport.ts';

/** Where sales are booked, and the currency they must be charged in: the account decides it, not the request. */
export type MerchantAccount = { id: string; currency: string };
export type MisplacedTransaction = { transactionId: string; merchantAccountId: string | null; currency: string | null };

/**
 * Null for a sale in the right account and currency. A response that does not say so proves nothing, and counts as
 * misplaced.
 */
export function misplaced(
  { id, merchantAccountId, currencyIsoCode }: Pick<Transaction, 'id' | 'merchantAccountId' | 'currencyIsoCode'>,
  account: MerchantAccount,
): MisplacedTransaction | null {
  if (merchantAccountId === account.id && currencyIsoCode === account.currency) return null;
  return { transactionId: id, merchantAccountId, currency: currencyIsoCode };
}

/** The outcome of a reversed sale: our error, so the same method may be charged again. */
export const reversedSale: Decline = {
  outcome: 'declined',
  code: 'merchant_account',
  kind: 'soft',
  reason: 'processor_unavailable',
};

const known = z.object({ id: z.string(), status: z.string(), currencyIsoCode: z.string() });

type AccountCheckOptions = { sdk: BraintreeGateway; call: CallGateway; merchantAccount: MerchantAccount };

/** `problem`: why the account cannot be used for sales, for an operator; null if it can. */
export type AccountAnswer = { outcome: 'answered'; problem: string | null } | Unknown;

/** Returns what asks the gateway about the merchant account. */
export function createAccountCheck({ sdk, call, merchantAccount }: AccountCheckOptions): () => Promise<AccountAnswer> {
  return () =>
    call(async () => {
      const account = await sdk.merchantAccount.find(merchantAccount.id).catch((error: unknown) => {
        if (isNotFound(error)) return null;
        throw error;
      });
      return { outcome: 'answered' as const, problem: accountProblem(account, merchantAccount) };
    });
}

function accountProblem(value: unknown, { id, currency }: MerchantAccount): string | null {
  const found = known.safeParse(value).data;
  if (!found) return `Braintree has no merchant account "${id}". Set BRAINTREE_MERCHANT_ACCOUNT_ID.`;
  if (found.status !== 'active')
    return `The merchant account "${id}" is ${found.status}, not active. Set BRAINTREE_MERCHANT_ACCOUNT_ID to one that is.`;
  if (found.currencyIsoCode !== currency)
    return `The merchant account "${id}" charges ${found.currencyIsoCode}, and prices are ${currency}. Set BRAINTREE_MERCHANT_ACCOUNT_ID to one that charges ${currency}.`;
  return null;
}
