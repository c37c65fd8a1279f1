import type { BraintreeGateway } from 'braintree';
import type { Approval, Decline, FindSaleOutcome, Rejection, SaleOutcome, SaleRequest, Unknown } from '../port.ts';
import { toDecimal } from './amounts.ts';
import { isCharged, outcomeOf, readTransaction, type Transaction } from './answers.ts';
import type { CheckAuthentication } from './authentication-check.ts';
import type { EnsureCustomer } from './customers.ts';
import { refusesKey } from './idempotency-key.ts';
import { type MerchantAccount, type MisplacedTransaction, misplaced, reversedSale } from './merchant-account.ts';
import { type Reversals, reverseMisplacedSale } from './misplaced-sales.ts';
import { saleRequest } from './requests.ts';
import type { Search } from './search.ts';
import type { CallGateway } from './transport.ts';
import { codesOrNull, type GatewayResult, rejectionOf } from './validation-codes.ts';

type SalesOptions = {
  sdk: BraintreeGateway;
  call: CallGateway;
  search: Search;
  checkAuthentication: CheckAuthentication;
  ensureCustomer: EnsureCustomer;
  reversals: Reversals;
  merchantAccount: MerchantAccount;
  onMisplaced: (sale: MisplacedTransaction) => void;
  onKeysNotAllowed: () => void;
};

/** Charges, and finds what was charged under an order id. */
export function createSales(options: SalesOptions) {
  const { sdk, call, search, checkAuthentication, ensureCustomer, reversals, merchantAccount } = options;

  async function sale(request: SaleRequest): Promise<SaleOutcome> {
    const { source, authentication: rule, cardsOnly, customer, storeInVault } = request;
    const nonce = 'nonce' in source ? source.nonce : null;
    const [checked, missing] = await Promise.all([
      checkAuthentication({ nonce, rule, cardsOnly }),
      nonce !== null && storeInVault ? ensureCustomer(customer) : null,
    ]);
    if ('outcome' in checked) return checked.outcome === 'unknown' ? { ...checked, outcome: 'not_sent' } : checked;
    if (missing) return missing;
    const circumstances = { merchantAccountId: merchantAccount.id, isCardAuthenticated: checked.isCardAuthenticated };
    const body = saleRequest(request, { ...circumstances, key: request.orderId });
    const answer = await call(async () => {
      const keyed = await sdk.transaction.sale(body);
      if (!refusesKey(keyed, options.onKeysNotAllowed)) return readSale(keyed);
      return readSale(await sdk.transaction.sale(saleRequest(request, { ...circumstances, key: null })));
    });
    return 'status' in answer ? settledOutcome(answer) : answer;
  }

  async function findSale({
    orderId,
    amountCents,
  }: {
    orderId: string;
    amountCents?: number;
  }): Promise<FindSaleOutcome> {
    const amount = amountCents === undefined ? null : toDecimal(amountCents);
    const found = await call(() => search({ orderId, type: 'sale', amount }));
    if ('outcome' in found) return found;
    const latest = found.found.find(isCharged) ?? found.found[0];
    if (!latest) return { outcome: 'absent' };
    const outcome = await settledOutcome(latest);
    return outcome.outcome === 'unknown' ? outcome : { outcome: 'found', sale: outcome };
  }

  /** A misplaced sale is reversed, and then counts as declined: the payer did not agree to it. */
  async function settledOutcome(transaction: Transaction): Promise<Approval | Decline | Unknown> {
    const elsewhere = misplaced(transaction, merchantAccount);
    if (!elsewhere) return outcomeOf(transaction);
    if (!isCharged(transaction)) return transaction.status === 'voided' ? reversedSale : outcomeOf(transaction);
    options.onMisplaced(elsewhere);
    return reverseMisplacedSale(transaction, reversals);
  }

  return { sale, findSale };
}

function readSale(answer: GatewayResult & { transaction: unknown }): Transaction | Rejection | Unknown {
  return readTransaction(answer.transaction) ?? rejectionOf(codesOrNull(answer) ?? []);
}
