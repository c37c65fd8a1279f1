/** The parts of Safari's Apple Pay that are used here. */

export type ApplePayLine = {
  label: string;
  amount: string;
  paymentTiming?: 'recurring';
  recurringPaymentStartDate?: Date;
  recurringPaymentIntervalUnit?: 'year';
  recurringPaymentIntervalCount?: number;
};

export type ApplePayRequest = {
  currencyCode: string;
  total: ApplePayLine;
  lineItems: ApplePayLine[];
  recurringPaymentRequest?: {
    paymentDescription: string;
    regularBilling: ApplePayLine;
    billingAgreement: string;
    managementURL: string;
  };
};

export type ApplePayToken = { paymentMethod: { displayName?: string }; paymentData: unknown };

type Events = {
  validatemerchant: { validationURL: string };
  paymentauthorized: { payment: { token: ApplePayToken } };
  cancel: object;
};

export type ApplePaySession = {
  addEventListener: <Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void) => void;
  begin: () => void;
  abort: () => void;
  completeMerchantValidation: (merchantSession: unknown) => void;
  completePayment: (status: number) => void;
};

export type ApplePaySessions = {
  new (version: number, request: ApplePayRequest): ApplePaySession;
  readonly STATUS_SUCCESS: number;
  readonly STATUS_FAILURE: number;
  supportsVersion: (version: number) => boolean;
  canMakePayments: () => boolean;
};

const oldestVersion = 3;
/** The first version that shows renewals; older ones ignore them. */
const withRenewals = 14;

/** This browser's Apple Pay, if the device supports payments; else null. */
export function deviceApplePay(): { sessions: ApplePaySessions; version: number } | null {
  const { ApplePaySession: sessions } = globalThis as { ApplePaySession?: ApplePaySessions };
  try {
    if (!sessions?.supportsVersion(oldestVersion) || !sessions.canMakePayments()) return null;
    return { sessions, version: sessions.supportsVersion(withRenewals) ? withRenewals : oldestVersion };
  } catch {
    // Safari throws on a page that may not take payments.
    return null;
  }
}
