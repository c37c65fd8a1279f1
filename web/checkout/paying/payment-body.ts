import type { OrderDetail, Quote } from '#contract/api/prices.ts';
import type { PaymentType } from '#contract/sign-up/payment-types.ts';
import type { PaymentBody } from '../checkout.ts';
import type { PaymentChoice } from '../payment-choice.ts';

type Order = {
  quote: Quote;
  order: OrderDetail;
  choice: Pick<PaymentChoice, 'card' | 'wallets'>;
  /** Null when codes cover the total. */
  method: PaymentType | null;
  person: { firstName: string; lastName: string };
  codes: readonly string[];
  payForCoparent: boolean;
  consent: { terms: boolean; marketing: boolean };
  invited: boolean;
};

/** The body of a payment submission: the displayed price, and what pays it (specification 3.7). */
export function paymentBody({
  quote,
  order,
  choice,
  method,
  person,
  codes,
  payForCoparent,
  consent,
  invited,
}: Order): PaymentBody {
  const { total, taxAmount } = quote.totals;
  const card = method === 'CREDIT_CARD' ? choice.card : null;
  const nonce =
    method === null ? null : ((method === 'CREDIT_CARD' ? choice.card : choice.wallets[method])?.nonce ?? null);
  return {
    payment: {
      amountDisplayed: total,
      taxAmountDisplayed: taxAmount,
      taxId: quote.taxId,
      paymentType: method,
      nonce,
      cardHolderName: method === 'CREDIT_CARD' ? `${person.firstName} ${person.lastName}` : null,
      pricingLocale: 'en-US',
      storePaymentOnFile: true,
      ...(invited ? { bankAccountNumber: null, bankRoutingNumber: null } : {}),
      ...(card?.deviceData ? { deviceData: card.deviceData } : {}),
    },
    order,
    promoCodes: codes.length > 0 ? [...codes] : null,
    payForCoparent,
    agreedToTerms: consent.terms,
    marketingOptIn: consent.marketing,
  };
}
