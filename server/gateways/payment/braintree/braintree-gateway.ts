import type { PaymentGateway } from '../port.ts';
import { authenticationCheck } from './authentication-check.ts';
import { createBookings } from './bookings.ts';
import { frameOrigins, liveOrigins } from './browser-origins.ts';
import { createClientToken } from './client-token.ts';
import { type BraintreeConnection, connect } from './connection.ts';
import { createCustomers } from './customers.ts';
import { createDisputeSearch } from './disputes.ts';
import {
  type AccountAnswer,
  createAccountCheck,
  type MerchantAccount,
  type MisplacedTransaction,
} from './merchant-account.ts';
import { createNotifications } from './notifications.ts';
import { createReversals } from './reversals.ts';
import { createSales } from './sales.ts';
import { createSearch } from './search.ts';
import { createStoredMethods } from './stored-methods.ts';
import { callWithin } from './transport.ts';

export type BraintreeOptions = BraintreeConnection & {
  merchantAccount: MerchantAccount;
  /** Called for each sale found in another merchant account or currency; it is being reversed. */
  onMisplaced: (sale: MisplacedTransaction) => void;
  /** Called for each request that was sent without its idempotency key, because the merchant account allows none. */
  onKeysNotAllowed: () => void;
};

export type BraintreeGateway = PaymentGateway & { askForAccount(): Promise<AccountAnswer> };

/** A day's transactions are loaded page by page, and nobody waits for them. */
const longSearchMs = 600_000;

/** Payments through Braintree's official SDK, the same way for every environment. */
export function createBraintreeGateway(options: BraintreeOptions): BraintreeGateway {
  const { environment, timeoutMs, merchantAccount, onMisplaced, onKeysNotAllowed } = options;
  const sdk = connect(options);
  const call = callWithin(timeoutMs);
  const search = createSearch(sdk);
  const checkAuthentication = authenticationCheck({ sdk, call });
  const { ensureCustomer, ...customers } = createCustomers({ sdk, call });
  const { voidSale, ...reversals } = createReversals({ sdk, call, search, onKeysNotAllowed });
  const charging = { sdk, call, checkAuthentication, ensureCustomer, merchantAccount };
  return {
    browserOrigins: typeof environment === 'string' ? liveOrigins({ environment }) : frameOrigins(environment),
    clientToken: createClientToken({ sdk, merchantAccountId: merchantAccount.id, timeoutMs }),
    ...customers,
    ...createSales({
      ...charging,
      search,
      reversals: { voidSale, refund: reversals.refund },
      onMisplaced,
      onKeysNotAllowed,
    }),
    void: voidSale,
    ...reversals,
    ...createStoredMethods(charging),
    ...createDisputeSearch({ sdk, call }),
    ...createBookings({ sdk, call: callWithin(longSearchMs) }),
    ...createNotifications(sdk),
    askForAccount: createAccountCheck({ sdk, call, merchantAccount }),
  };
}
