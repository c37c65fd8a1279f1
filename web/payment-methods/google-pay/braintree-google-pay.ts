import type { GooglePayment } from 'braintree-web/google-payment';
import { cardBrandName } from '#contract/fields/card-brands.ts';
import { readBraintreeError } from '../braintree-error.ts';
import type { WalletDriver, WalletOrder, WalletOutcome, WalletRefusalCode, WalletSetUp } from '../payment-method.ts';
import { googlePayRequest } from './google-pay-request.ts';
import { type CardPaymentMethod, type GooglePayRequest, loadPaymentsClient, type PaymentsClient } from './pay-js.ts';

type Options = {
  clientToken: string;
  /** Our merchant id at Google; real payments are rejected without it. */
  merchantId: string | null;
};

/** Google Pay through Braintree. Throws if it cannot be set up. */
export async function createBraintreeGooglePay({ clientToken, merchantId }: Options): Promise<WalletSetUp> {
  const unsupported = { ok: false, code: 'unsupported' } as const;
  const [{ default: braintreeClient }, { default: googlePayment }] = await Promise.all([
    import('braintree-web/client'),
    import('braintree-web/google-payment'),
  ]);
  const client = await braintreeClient.create({ authorization: clientToken });
  const isLive = client.getConfiguration().gatewayConfiguration['environment'] === 'production';
  if (isLive && merchantId === null) return unsupported;
  const named = merchantId === null ? {} : { googleMerchantId: merchantId };
  const instance = await googlePayment.create({ client, googlePayVersion: 2, ...named }).catch((thrown: unknown) => {
    if (readBraintreeError(thrown).code === 'GOOGLE_PAYMENT_NOT_ENABLED') return null;
    throw thrown;
  });
  // Google's script is not loaded for a merchant without Google Pay.
  if (!instance) return unsupported;
  const cards = deviceCards(instance.createPaymentDataRequest({}));
  const Client = await loadPaymentsClient();
  const payments = new Client({ environment: isLive ? 'PRODUCTION' : 'TEST' });
  const ready = await payments.isReadyToPay({
    apiVersion: 2,
    apiVersionMinor: 0,
    allowedPaymentMethods: cards,
    existingPaymentMethodRequired: true,
  });
  if (!ready.result || ready.paymentMethodPresent === false) return unsupported;
  return { ok: true, driver: driverOf({ instance, payments, cards }) };
}

/**
 * Only cards authenticated by the phone: any other is a plain card to the gateway, which its bank may decline for lack
 * of authentication.
 */
function deviceCards({ allowedPaymentMethods }: Pick<GooglePayRequest, 'allowedPaymentMethods'>): CardPaymentMethod[] {
  return allowedPaymentMethods
    .filter(({ type }) => type === 'CARD')
    .map((card) => ({ ...card, parameters: { ...card.parameters, allowedAuthMethods: ['CRYPTOGRAM_3DS'] } }));
}

type Parts = { instance: GooglePayment; payments: PaymentsClient; cards: CardPaymentMethod[] };

function driverOf(parts: Parts): WalletDriver {
  let isOpen = false;
  return {
    authorize: async (order) => {
      if (isOpen) return { ok: false, code: 'in_progress' };
      isOpen = true;
      const outcome = await showSheet(parts, order);
      isOpen = false;
      return outcome;
    },
    resume: () => null,
    destroy: () => void parts.instance.teardown().catch(() => undefined),
  };
}

const refusals: Record<string, WalletRefusalCode> = { CANCELED: 'cancelled' };

async function showSheet({ instance, payments, cards }: Parts, order: WalletOrder): Promise<WalletOutcome> {
  try {
    const request = instance.createPaymentDataRequest(googlePayRequest({ order, cards }));
    const { nonce, details } = await instance.parseResponse(await payments.loadPaymentData(request));
    return {
      ok: true,
      nonce,
      details: { accountLabel: details ? `${cardBrandName(details.cardType)} ${details.lastFour}` : '' },
    };
  } catch (thrown) {
    return { ok: false, code: refusals[statusOf(thrown)] ?? 'failed' };
  }
}

/** Google's error code; Braintree's errors have none. */
function statusOf(thrown: unknown): string {
  return typeof thrown === 'object' && thrown !== null && 'statusCode' in thrown ? String(thrown.statusCode) : '';
}
