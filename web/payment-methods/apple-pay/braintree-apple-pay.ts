import type { ApplePay } from 'braintree-web/apple-pay';
import { brand } from '#contract/brand.ts';
import { readBraintreeError } from '../braintree-error.ts';
import type { WalletDriver, WalletOrder, WalletOutcome, WalletSetUp } from '../payment-method.ts';
import { applePayRequest } from './apple-pay-request.ts';
import { type ApplePaySession, deviceApplePay } from './apple-pay-session.ts';

/**
 * Apple Pay through Braintree, using the browser's own session: no script of Apple's runs on our page. Throws if it
 * cannot be set up.
 */
export async function createBraintreeApplePay({ clientToken }: { clientToken: string }): Promise<WalletSetUp> {
  const device = deviceApplePay();
  if (!device) return { ok: false, code: 'unsupported' };
  const [{ default: braintreeClient }, { default: applePay }] = await Promise.all([
    import('braintree-web/client'),
    import('braintree-web/apple-pay'),
  ]);
  const client = await braintreeClient.create({ authorization: clientToken });
  const instance = await applePay.create({ client }).catch((thrown: unknown) => {
    if (readBraintreeError(thrown).code === 'APPLE_PAY_NOT_ENABLED') return null;
    throw thrown;
  });
  return instance ? { ok: true, driver: driverOf({ instance, device }) } : { ok: false, code: 'unsupported' };
}

type Parts = { instance: ApplePay; device: NonNullable<ReturnType<typeof deviceApplePay>> };

function driverOf(parts: Parts): WalletDriver {
  let shown: ApplePaySession | null = null;
  return {
    authorize: async (order) => {
      if (shown) return { ok: false, code: 'in_progress' };
      try {
        return await showSheet({ ...parts, order, onShown: (session) => (shown = session) });
      } catch {
        return { ok: false, code: 'failed' };
      } finally {
        shown = null;
      }
    },
    resume: () => null,
    destroy: () => {
      shown?.abort();
      void parts.instance.teardown().catch(() => undefined);
    },
  };
}

/** Runs within the click up to `begin`: Safari opens no sheet later. */
function showSheet({
  instance,
  device: { sessions, version },
  order,
  onShown,
}: Parts & { order: WalletOrder; onShown: (session: ApplePaySession) => void }): Promise<WalletOutcome> {
  return new Promise((resolve) => {
    const session = new sessions(version, instance.createPaymentRequest(applePayRequest(order)));
    let refused = false;
    session.addEventListener('validatemerchant', ({ validationURL }) => {
      instance.performValidation({ validationURL, displayName: brand.name }).then(
        (merchantSession) => session.completeMerchantValidation(merchantSession),
        () => {
          session.abort();
          resolve({ ok: false, code: 'failed' });
        },
      );
    });
    session.addEventListener('paymentauthorized', ({ payment: { token } }) => {
      instance.tokenize({ token }).then(
        ({ nonce }) => {
          session.completePayment(sessions.STATUS_SUCCESS);
          resolve({ ok: true, nonce, details: { accountLabel: token.paymentMethod.displayName ?? '' } });
        },
        () => {
          // The sheet stays open for another card or a retry; closing it now is not a cancellation.
          refused = true;
          session.completePayment(sessions.STATUS_FAILURE);
        },
      );
    });
    session.addEventListener('cancel', () => resolve({ ok: false, code: refused ? 'failed' : 'cancelled' }));
    session.begin();
    onShown(session);
  });
}
