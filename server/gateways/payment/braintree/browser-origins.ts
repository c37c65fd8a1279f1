import type { PaymentGateway } from '../port.ts';

const payPal = {
  frame: ['https://www.paypal.com', 'https://www.sandbox.paypal.com', 'https://c.paypal.com'],
  script: ['https://www.paypal.com', 'https://www.paypalobjects.com', 'https://c.paypal.com'],
};

/**
 * Origins that the library's fraud check loads from and connects to (`data-collector/fraudnet.js` of braintree-web
 * 3.144 and the script it loads), and its own logger, which is the live one in the sandbox too (`ANALYTICS_URL` of its
 * `lib/constants.js`).
 */
const library = {
  connect: ['https://www.paypal.com', 'https://c.paypal.com'],
  image: ['https://c.paypal.com', 'https://c6.paypal.com', 'https://b.stats.paypal.com', 'https://t.paypal.com'],
  sandbox: ['https://www.sandbox.paypal.com', 'https://c.sandbox.paypal.com'],
};

const googlePay = {
  script: ['https://pay.google.com'],
  frame: ['https://pay.google.com'],
  /** Chrome asks there, for the page, which windows may open. */
  connect: ['https://pay.google.com', 'https://google.com', 'https://www.google.com'],
  image: ['https://www.gstatic.com'],
};

/**
 * 3-D Secure: a script of Braintree's partner, and the page of whichever bank issued the card, in a frame of the bank's
 * own origin; no list of these exists (braintree/braintree-web issue 497), so any secure origin may be framed. The
 * partner's script opens such a frame by posting a form of our page into it, first to identify the device, then for the
 * challenge (EMV 3-D Secure, "3DS Method" and "Creq" by HTTP POST): the page must allow it.
 */
const threeDSecure = {
  script: { sandbox: 'https://songbirdstag.cardinalcommerce.com', production: 'https://songbird.cardinalcommerce.com' },
  newScript: 'https://*.cardinaltrusted.com',
  frame: 'https:',
  form: 'https:',
  connect: ['https://*.cardinalcommerce.com', 'https://*.cardinaltrusted.com'],
};

/**
 * Card fields are in frames of the vendor's origin; the page itself loads the vendor's scripts only where they are
 * listed here.
 */
export function liveOrigins({
  environment,
}: {
  environment: 'sandbox' | 'production';
}): PaymentGateway['browserOrigins'] {
  const part = environment === 'sandbox' ? '.sandbox' : '';
  return {
    script: [
      'https://js.braintreegateway.com',
      'https://assets.braintreegateway.com',
      ...payPal.script,
      ...googlePay.script,
      threeDSecure.script[environment],
      threeDSecure.newScript,
    ],
    frame: ['https://assets.braintreegateway.com', ...payPal.frame, ...googlePay.frame, threeDSecure.frame],
    connect: [
      ...threeDSecure.connect,
      `https://api${part}.braintreegateway.com`,
      `https://client-analytics${part}.braintreegateway.com`,
      `https://payments${part}.braintree-api.com`,
      ...library.connect,
      ...(environment === 'sandbox' ? library.sandbox : []),
      ...googlePay.connect,
    ],
    image: [
      'https://assets.braintreegateway.com',
      'https://checkout.paypal.com',
      'https://www.paypalobjects.com',
      ...library.image,
      ...(environment === 'sandbox' ? library.sandbox : []),
      ...googlePay.image,
    ],
    form: [threeDSecure.form],
  };
}

/** Our own card frames: only the frame's origin is needed, its scripts and calls stay inside it. */
export function frameOrigins({ url }: { url: string }): PaymentGateway['browserOrigins'] {
  return { script: [], frame: [new URL(url).origin], connect: [], image: [], form: [new URL(url).origin] };
}
