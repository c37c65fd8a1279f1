import type { WalletType } from '#contract/sign-up/payment-types.ts';
import { bootData } from '#web/site/boot.ts';
import { readClientToken } from './client-token.ts';
import type { WalletSetUp } from './payment-method.ts';

type Create = (options: { clientToken: string; language: () => 'en' | 'es' }) => Promise<WalletSetUp>;

/** Each loads only where its wallet is offered. */
const braintreeDrivers: Record<WalletType, Create> = {
  PAYPAL: async (options) => (await import('./paypal/braintree-paypal.ts')).createBraintreePayPal(options),
  VENMO: async (options) => (await import('./venmo/braintree-venmo.ts')).createBraintreeVenmo(options),
  APPLE_PAY: async (options) => (await import('./apple-pay/braintree-apple-pay.ts')).createBraintreeApplePay(options),
  GOOGLE_PAY: async ({ clientToken }) => {
    const { createBraintreeGooglePay } = await import('./google-pay/braintree-google-pay.ts');
    return createBraintreeGooglePay({ clientToken, merchantId: bootData().googleMerchantId ?? null });
  },
};

type Options = { wallet: WalletType; clientToken: string; language: () => 'en' | 'es' };

/** Sets a wallet up before the click, so that its window can open within the click. */
export async function loadWallet({ wallet, clientToken, language }: Options): Promise<WalletSetUp> {
  const token = readClientToken(clientToken);
  try {
    if (token.gateway === 'sandbox') {
      const { createSandboxWallet } = await import('./sandbox-wallet.ts');
      return { ok: true, driver: createSandboxWallet({ ...token, wallet, language }) };
    }
    return await braintreeDrivers[wallet]({ clientToken, language });
  } catch {
    return { ok: false, code: 'setup_failed' };
  }
}
