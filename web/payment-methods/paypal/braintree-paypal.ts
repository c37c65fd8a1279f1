import type { PayPal } from 'braintree-web/paypal';
import { bootData } from '#web/site/boot.ts';
import { readBraintreeError } from '../braintree-error.ts';
import type { WalletDriver, WalletRefusalCode, WalletSetUp } from '../payment-method.ts';

const refusals: Record<string, WalletRefusalCode> = {
  PAYPAL_POPUP_CLOSED: 'cancelled',
  PAYPAL_POPUP_OPEN_FAILED: 'popup_blocked',
  PAYPAL_TOKENIZATION_REQUEST_ACTIVE: 'in_progress',
};
const locales = { en: 'en_US', es: 'es_ES' } as const;

/** PayPal has Spanish of its own for Mexico (`COUNTRY_LANGS` of paypal/paypal-sdk-constants). */
const localeOf = (language: 'en' | 'es') =>
  language === 'es' && bootData().siteCountry === 'MX' ? 'es_MX' : locales[language];

/**
 * PayPal through Braintree, vaulted for renewals. This driver opens the window itself, without PayPal's script, so that
 * every script on a payment page comes from our build. Throws if it cannot be set up.
 */
export async function createBraintreePayPal({
  clientToken,
  language,
}: {
  clientToken: string;
  language: () => 'en' | 'es';
}): Promise<WalletSetUp> {
  const [{ default: braintreeClient }, { default: paypal }] = await Promise.all([
    import('braintree-web/client'),
    import('braintree-web/paypal'),
  ]);
  const client = await braintreeClient.create({ authorization: clientToken });
  const instance = await paypal.create({ client }).catch((thrown: unknown) => {
    if (readBraintreeError(thrown).code === 'PAYPAL_NOT_ENABLED') return null;
    throw thrown;
  });
  if (!instance) return { ok: false, code: 'unsupported' };
  return { ok: true, driver: driverOf({ instance, language }) };
}

function driverOf({ instance, language }: { instance: PayPal; language: () => 'en' | 'es' }): WalletDriver {
  let shown: { focus: () => void } | null = null;
  return {
    authorize() {
      if (shown) {
        shown.focus();
        return Promise.resolve({ ok: false, code: 'in_progress' });
      }
      return new Promise((resolve) => {
        shown = instance.tokenize(
          { flow: 'vault', enableShippingAddress: false, locale: localeOf(language()) },
          (error, payload) => {
            shown = null;
            if (payload)
              resolve({ ok: true, nonce: payload.nonce, details: { accountLabel: payload.details.email ?? '' } });
            else resolve({ ok: false, code: refusals[readBraintreeError(error).code] ?? 'failed' });
          },
        );
      });
    },
    resume: () => null,
    destroy: () => void instance.teardown().catch(() => undefined),
  };
}
