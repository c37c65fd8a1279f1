import type {
  Approval,
  Decline,
  DeleteOutcome,
  FindSaleOutcome,
  GatewayCustomer,
  PaymentGateway,
  Rejection,
  SaleOutcome,
  SaleRequest,
  Unknown,
  UpdateCustomerOutcome,
  VaultOutcome,
  VaultRequest,
} from '../port.ts';
import { PaymentGatewayFault } from '../port.ts';
import { toCents, toDecimal } from './amounts.ts';
import {
  isCharged,
  outcomeOf,
  readKeptAuthentication,
  readKeptMethod,
  readTransaction,
  type Transaction,
  verificationDecline,
} from './answers.ts';
import { authenticationCheck } from './authentication-check.ts';
import { frameOrigins, liveOrigins } from './browser-origins.ts';
import { createBookings } from './bookings.ts';
import { type BraintreeConnection, connect } from './connection.ts';
import { createDisputeSearch } from './disputes.ts';
import { createNotifications } from './notifications.ts';
import {
  accountProblem,
  type MerchantAccount,
  misplaced,
  type MisplacedTransaction,
  takenBack,
} from './merchant-account.ts';
import { refusesKey } from './idempotency-key.ts';
import { saleRequest, vaultRequest } from './requests.ts';
import { createReversals } from './reversals.ts';
import { createSearch } from './search.ts';
import { createStoredMethods } from './stored-methods.ts';
import { callWithin, causeOf, isNotFound, withinDeadline } from './transport.ts';
import { type GatewayResult, codesOrNull, rejectionOf } from './validation-codes.ts';

export type BraintreeOptions = BraintreeConnection & {
  merchantAccount: MerchantAccount;
  /** Told of each look at a sale that was charged elsewhere, or in another currency: it is being taken back. */
  onMisplaced: (sale: MisplacedTransaction) => void;
  /** Told of each request that was sent without its idempotency key, because the merchant account allows none. */
  onKeysNotAllowed: () => void;
};

/**
 * `accountProblem`: why the merchant account cannot be sold through, for an operator; null when it can, or when nobody
 * can be asked.
 */
export type BraintreeGateway = PaymentGateway & { accountProblem(): Promise<string | null> };

/** Nobody waits for it, and a day's transactions come page by page. */
const longSearchMs = 600_000;
const customerExists = '91609';
/** The money is in the wrong merchant account until staff, or the next check, has returned it. */
const stillCharged: Unknown = { outcome: 'unknown', cause: 'server_error' };

/** Payments through Braintree's official SDK, the same way for every environment. */
export function createBraintreeGateway(options: BraintreeOptions): BraintreeGateway {
  const { environment, timeoutMs, merchantAccount, onMisplaced, onKeysNotAllowed } = options;
  const sdk = connect(options);
  const call = callWithin(timeoutMs);
  const search = createSearch(sdk);
  const { voidSale, refund, findRefund, findGivenBack } = createReversals({
    sdk,
    call,
    search,
    onKeysNotAllowed,
  });
  const checkAuthentication = authenticationCheck({ sdk, call });

  async function clientToken(): Promise<string> {
    try {
      const { clientToken: token } = await withinDeadline({
        timeoutMs,
        call: () => sdk.clientToken.generate({ merchantAccountId: merchantAccount.id }),
      });
      if (typeof token === 'string' && token !== '') return token;
    } catch (error) {
      throw new PaymentGatewayFault(causeOf(error), { cause: error });
    }
    throw new PaymentGatewayFault('unreadable', { cause: null });
  }

  /** Makes sure the vault knows the person, so that the sale itself reads the same each time it is sent. */
  async function ensureCustomer({
    id,
    firstName,
    lastName,
    email,
  }: GatewayCustomer): Promise<null | Rejection | Unknown> {
    const codes = await call(async () => codesOrNull(await sdk.customer.create({ id, firstName, lastName, email })));
    if (codes === null || (Array.isArray(codes) && codes.includes(customerExists))) return null;
    return Array.isArray(codes) ? rejectionOf(codes) : codes;
  }

  async function updateCustomer({ id, ...person }: GatewayCustomer): Promise<UpdateCustomerOutcome> {
    return call(async (): Promise<UpdateCustomerOutcome> => {
      try {
        const codes = codesOrNull(await sdk.customer.update(id, person));
        return codes === null ? { outcome: 'updated' } : rejectionOf(codes);
      } catch (error) {
        if (isNotFound(error)) return { outcome: 'gone' };
        throw error;
      }
    });
  }

  async function deleteCustomer({ customerId }: { customerId: string }): Promise<DeleteOutcome> {
    return call(async () => {
      try {
        await sdk.customer.delete(customerId);
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
      return { outcome: 'deleted' } as const;
    });
  }

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
      if (!refusesKey(keyed, onKeysNotAllowed)) return readSale(keyed);
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

  /**
   * Nobody agreed to an amount in another currency: what was charged elsewhere is no sale, and is taken back before it
   * counts as declined.
   */
  async function settledOutcome(sale: Transaction): Promise<Approval | Decline | Unknown> {
    const elsewhere = misplaced(sale, merchantAccount);
    if (!elsewhere) return outcomeOf(sale);
    if (!isCharged(sale)) return sale.status === 'voided' ? takenBack : outcomeOf(sale);
    onMisplaced(elsewhere);
    const voided = await voidSale({ transactionId: sale.id });
    if (voided.outcome === 'voided' || (voided.outcome === 'refused' && voided.reason === 'already_voided'))
      return takenBack;
    const amountCents = toCents(sale.amount);
    if (voided.outcome === 'unknown' || voided.reason !== 'settled' || amountCents === null) return stillCharged;
    // A second refund of the whole is refused: no key is needed to keep it from happening twice, and a refusal must not
    // be kept under one.
    const refunded = await refund({ transactionId: sale.id, amountCents, idempotencyKey: crypto.randomUUID() });
    const isBack =
      refunded.outcome === 'refunded' || (refunded.outcome === 'refused' && refunded.reason === 'already_refunded');
    return isBack ? takenBack : stillCharged;
  }

  async function findAccountProblem(): Promise<string | null> {
    const found = await call(async () => {
      try {
        return { account: await sdk.merchantAccount.find(merchantAccount.id) };
      } catch (error) {
        if (isNotFound(error)) return { account: null };
        throw error;
      }
    });
    return 'outcome' in found ? null : accountProblem(found.account, merchantAccount);
  }

  async function vault(request: VaultRequest): Promise<VaultOutcome> {
    const { nonce, authentication: rule, cardsOnly, customer } = request;
    const checking = checkAuthentication({ nonce, rule, cardsOnly });
    const [checked, missing] = await Promise.all([checking, ensureCustomer(customer)]);
    if ('outcome' in checked) return checked;
    if (missing) return missing;
    const { isCardAuthenticated } = checked;
    const body = vaultRequest(request, { merchantAccountId: merchantAccount.id, isCardAuthenticated });
    return call(async (): Promise<VaultOutcome> => {
      const answer = await sdk.paymentMethod.create(body);
      const codes = codesOrNull(answer);
      if (codes) return verificationDecline(Reflect.get(answer, 'verification')) ?? rejectionOf(codes);
      const paymentMethod = readKeptMethod(answer.paymentMethod);
      return paymentMethod
        ? { outcome: 'vaulted', paymentMethod, authentication: readKeptAuthentication(answer.paymentMethod) }
        : { outcome: 'unknown', cause: 'unreadable' };
    });
  }

  const browserOrigins = typeof environment === 'string' ? liveOrigins({ environment }) : frameOrigins(environment);
  return {
    browserOrigins,
    clientToken,
    updateCustomer,
    deleteCustomer,
    sale,
    findSale,
    void: voidSale,
    refund,
    findRefund,
    findGivenBack,
    vault,
    ...createDisputeSearch({ sdk, call }),
    ...createBookings({ sdk, call: callWithin(longSearchMs) }),
    ...createStoredMethods({ sdk, call }),
    ...createNotifications(sdk),
    accountProblem: findAccountProblem,
  };
}

function readSale(answer: GatewayResult & { transaction: unknown }): Transaction | Rejection | Unknown {
  return readTransaction(answer.transaction) ?? rejectionOf(codesOrNull(answer) ?? []);
}
