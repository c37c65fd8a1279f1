/** The parts of braintree-web 3.144 that are used here; the package brings no types. */

declare module 'braintree-web/client' {
  export type Client = {
    getConfiguration: () => { gatewayConfiguration: Record<string, unknown> };
    teardown: () => Promise<void>;
  };
  const client: { create: (options: { authorization: string }) => Promise<Client> };
  export default client;
}

declare module 'braintree-web/hosted-fields' {
  import type { Client } from 'braintree-web/client';

  type Field = 'number' | 'expirationDate' | 'cvv';
  export type FieldState = { isFocused: boolean; isEmpty: boolean; isPotentiallyValid: boolean; isValid: boolean };
  export type StateObject = {
    emittedBy: Field;
    cards: { type: string; niceType: string; code: { name: string; size: number } }[];
    fields: Record<Field, FieldState>;
  };
  export type FieldOptions = {
    container: HTMLElement;
    placeholder?: string;
    iframeTitle?: string;
    internalLabel?: string;
    supportedCardBrands?: Record<string, boolean>;
  };
  export type HostedFields = {
    on: (event: string, handler: (state: StateObject) => void) => void;
    tokenize: (options: { cardholderName?: string; billingAddress?: Record<string, string> }) => Promise<{
      nonce: string;
      type: 'CreditCard';
      details: { bin: string; cardType: string; lastFour: string; expirationMonth: string; expirationYear: string };
    }>;
    focus: (field: Field) => void;
    setMessage: (message: { field: Field; message: string }) => void;
    setAttribute: (attribute: { field: Field; attribute: string; value: string | boolean }) => void;
    removeAttribute: (attribute: { field: Field; attribute: string }) => void;
    teardown: () => Promise<void>;
  };
  const hostedFields: {
    create: (options: {
      client: Client;
      styles: Record<string, Record<string, string>>;
      fields: Record<Field, FieldOptions>;
    }) => Promise<HostedFields>;
  };
  export default hostedFields;
}

declare module 'braintree-web/data-collector' {
  import type { Client } from 'braintree-web/client';

  /** `deviceData` is JSON, to be sent with a sale. */
  export type DataCollector = { deviceData: string; teardown: () => Promise<void> };
  const dataCollector: { create: (options: { client: Client }) => Promise<DataCollector> };
  export default dataCollector;
}

declare module 'braintree-web/paypal' {
  import type { Client } from 'braintree-web/client';

  type Options = { flow: 'vault'; enableShippingAddress: boolean; locale: string };
  type Payload = { nonce: string; details: { email?: string } };
  export type PayPal = {
    /** Opens its window at once; the handle belongs to that window. */
    tokenize: (
      options: Options,
      done: (error: unknown, payload?: Payload) => void,
    ) => { focus: () => void; close: () => void };
    teardown: () => Promise<void>;
  };
  const paypal: { create: (options: { client: Client }) => Promise<PayPal>; isSupported: () => boolean };
  export default paypal;
}

declare module 'braintree-web/venmo' {
  import type { Client } from 'braintree-web/client';

  export type SupportOptions = { allowNewBrowserTab: boolean; allowWebviews: boolean; allowDesktop: boolean };
  export type Venmo = {
    isBrowserSupported: () => boolean;
    hasTokenizationResult: () => boolean;
    tokenize: () => Promise<{ nonce: string; details: { username: string } }>;
    teardown: () => Promise<void>;
  };
  const venmo: {
    create: (
      options: { client: Client; paymentMethodUsage: 'multi_use'; mobileWebFallBack: boolean } & SupportOptions,
    ) => Promise<Venmo>;
    isBrowserSupported: (options: SupportOptions) => boolean;
  };
  export default venmo;
}

declare module 'braintree-web/apple-pay' {
  import type { Client } from 'braintree-web/client';
  import type { ApplePayRequest, ApplePayToken } from '#web/payment-methods/apple-pay/apple-pay-session.ts';

  export type ApplePay = {
    /** Adds the merchant's country, networks and abilities. */
    createPaymentRequest: (request: ApplePayRequest) => ApplePayRequest;
    performValidation: (options: { validationURL: string; displayName: string }) => Promise<unknown>;
    tokenize: (options: { token: ApplePayToken }) => Promise<{ nonce: string }>;
    teardown: () => Promise<void>;
  };
  const applePay: { create: (options: { client: Client }) => Promise<ApplePay> };
  export default applePay;
}

declare module 'braintree-web/google-payment' {
  import type { Client } from 'braintree-web/client';
  import type { GooglePayRequest } from '#web/payment-methods/google-pay/pay-js.ts';

  export type GooglePayment = {
    /** Adds how the card is handed to the gateway; `allowedPaymentMethods` of the request win. */
    createPaymentDataRequest: (request: Partial<GooglePayRequest>) => GooglePayRequest;
    parseResponse: (response: {
      apiVersion: 2;
      paymentMethodData: unknown;
    }) => Promise<{ nonce: string; details?: { cardType: string; lastFour: string } }>;
    teardown: () => Promise<void>;
  };
  const googlePayment: {
    create: (options: { client: Client; googlePayVersion: 2; googleMerchantId?: string }) => Promise<GooglePayment>;
  };
  export default googlePayment;
}

declare module 'braintree-web/three-d-secure' {
  import type { Client } from 'braintree-web/client';

  export type BillingAddress = {
    /** ASCII, at most 50. */
    givenName?: string;
    surname?: string;
    streetAddress?: string;
    extendedAddress?: string;
    locality?: string;
    /** The part of ISO 3166-2 after the hyphen, at most three characters. */
    region?: string;
    postalCode?: string;
    countryCodeAlpha2?: string;
  };
  export type ThreeDSecure = {
    on(
      event: 'authentication-iframe-available',
      hear: (shown: { element: HTMLElement }, next: () => void) => void,
    ): void;
    on(event: 'customer-canceled', hear: () => void): void;
    verifyCard: (options: {
      nonce: string;
      bin: string;
      amount: string;
      email?: string;
      billingAddress?: BillingAddress;
      collectDeviceData: boolean;
      challengeRequested: boolean;
      onLookupComplete: (lookup: unknown, next: () => void) => void;
    }) => Promise<{ nonce: string; threeDSecureInfo?: { status: string; liabilityShifted: boolean } | null }>;
    /** Rejects what `verifyCard` promised. */
    cancelVerifyCard: () => Promise<unknown>;
    teardown: () => Promise<void>;
  };
  const threeDSecure: { create: (options: { version: '2-inline-iframe'; client: Client }) => Promise<ThreeDSecure> };
  export default threeDSecure;
}
