import type { Venmo } from 'braintree-web/venmo';
import { readBraintreeError } from '../braintree-error.ts';
import type { WalletOutcome, WalletRefusalCode, WalletSetUp } from '../payment-method.ts';

/** The join session is in this tab: an approval that returns to another tab would find none. */
const support = { allowNewBrowserTab: false, allowWebviews: false, allowDesktop: true } as const;

const refusals: Record<string, WalletRefusalCode> = {
  VENMO_CANCELED: 'cancelled',
  VENMO_APP_CANCELED: 'cancelled',
  VENMO_CUSTOMER_CANCELED: 'cancelled',
  VENMO_DESKTOP_CANCELED: 'cancelled',
  VENMO_MOBILE_POLLING_TOKENIZATION_CANCELED: 'cancelled',
  VENMO_MOBILE_POLLING_TOKENIZATION_EXPIRED: 'cancelled',
  VENMO_MOBILE_POLLING_TOKENIZATION_TIMEOUT: 'cancelled',
  VENMO_TOKENIZATION_REQUEST_ACTIVE: 'in_progress',
  VENMO_NOT_ENABLED: 'unsupported',
};

/** Venmo through Braintree, vaulted for renewals. Throws if it cannot be set up. */
export async function createBraintreeVenmo({ clientToken }: { clientToken: string }): Promise<WalletSetUp> {
  const [{ default: braintreeClient }, { default: venmo }] = await Promise.all([
    import('braintree-web/client'),
    import('braintree-web/venmo'),
  ]);
  if (!venmo.isBrowserSupported(support)) return { ok: false, code: 'unsupported' };
  const client = await braintreeClient.create({ authorization: clientToken });
  const instance = await venmo
    .create({ client, paymentMethodUsage: 'multi_use', mobileWebFallBack: true, ...support })
    .catch((thrown: unknown) => {
      if (refusals[readBraintreeError(thrown).code] === 'unsupported') return null;
      throw thrown;
    });
  if (!instance?.isBrowserSupported()) return { ok: false, code: 'unsupported' };
  return {
    ok: true,
    driver: {
      authorize: () => tokenize(instance),
      resume: () => (instance.hasTokenizationResult() ? tokenize(instance) : null),
      destroy: () => void instance.teardown().catch(() => undefined),
    },
  };
}

async function tokenize(instance: Venmo): Promise<WalletOutcome> {
  try {
    const { nonce, details } = await instance.tokenize();
    return { ok: true, nonce, details: { accountLabel: details.username } };
  } catch (thrown) {
    return { ok: false, code: refusals[readBraintreeError(thrown).code] ?? 'failed' };
  }
}
