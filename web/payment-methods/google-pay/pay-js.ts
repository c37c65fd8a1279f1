/** The parts of Google's pay.js that are used here. It has a single URL without a version. */

export type CardPaymentMethod = { type: string; parameters: object };

export type GooglePayRequest = {
  allowedPaymentMethods: CardPaymentMethod[];
  emailRequired: boolean;
  shippingAddressRequired: boolean;
  transactionInfo: {
    currencyCode: string;
    totalPriceStatus: 'FINAL' | 'NOT_CURRENTLY_KNOWN';
    totalPrice?: string;
    totalPriceLabel?: string;
    displayItems?: { label: string; type: 'LINE_ITEM'; price: string }[];
  };
};

export type PaymentsClient = {
  isReadyToPay: (request: {
    apiVersion: 2;
    apiVersionMinor: 0;
    allowedPaymentMethods: CardPaymentMethod[];
    existingPaymentMethodRequired: boolean;
  }) => Promise<{ result: boolean; paymentMethodPresent?: boolean }>;
  loadPaymentData: (request: GooglePayRequest) => Promise<{ apiVersion: 2; paymentMethodData: unknown }>;
};
type PaymentsClients = new (options: { environment: 'TEST' | 'PRODUCTION' }) => PaymentsClient;
type WithGoogle = { google?: { payments?: { api?: { PaymentsClient: PaymentsClients } } } };

const address = 'https://pay.google.com/gp/p/js/pay.js';
const timeoutMs = 15_000;
let loading: Promise<void> | null = null;

/** Loads pay.js once for all pages. Throws if it is blocked or fails to load. */
export async function loadPaymentsClient(): Promise<PaymentsClients> {
  loading ??= loadScript();
  await loading.catch((error: unknown) => {
    loading = null;
    throw error;
  });
  const { google } = globalThis as WithGoogle;
  const clients = google?.payments?.api?.PaymentsClient;
  if (!clients) throw new Error('pay.js brought no PaymentsClient');
  return clients;
}

function loadScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error('pay.js could not be loaded'));
    };
    const timer = setTimeout(fail, timeoutMs);
    script.addEventListener('load', () => (clearTimeout(timer), resolve()));
    script.addEventListener('error', () => (clearTimeout(timer), fail()));
    script.src = address;
    document.head.append(script);
  });
}
