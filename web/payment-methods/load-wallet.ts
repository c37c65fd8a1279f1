import { readClientToken } from './client-token.ts';
import type { WalletSetUp, WalletType } from './payment-method.ts';

type Options = { wallet: WalletType; clientToken: string; language: () => 'en' | 'es' };

/** A wallet made ready before the click, so that its window can open in the click. */
export async function loadWallet({ wallet, clientToken, language }: Options): Promise<WalletSetUp> {
  const token = readClientToken(clientToken);
  try {
    if (token.gateway === 'sandbox') {
      const { createSandboxWallet } = await import('./sandbox-wallet.ts');
      return { ok: true, driver: createSandboxWallet({ ...token, wallet, language }) };
    }
    if (wallet === 'PAYPAL') {
      const { createBraintreePayPal } = await import('./paypal/braintree-paypal.ts');
      return await createBraintreePayPal({ clientToken, language });
    }
    const { createBraintreeVenmo } = await import('./venmo/braintree-venmo.ts');
    return await createBraintreeVenmo({ clientToken });
  } catch {
    return { ok: false, code: 'setup_failed' };
  }
}
