import type { Paid, payRegistration } from '#contract/api/payments.ts';
import type { checkPackageCountry } from '#contract/api/packages.ts';
import type { calculatePrice, OrderDetail } from '#contract/api/prices.ts';
import type { BodyInput } from '#contract/api/route.ts';
import type { CallResult } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import type { Billing, BillingInput } from './billing/billing-form.ts';
import type { ReviewDetail } from './review/ReviewDetails.tsx';
import type { PayResult, ReadResult } from './paying/pay-outcome.ts';

export type PriceWish = { payForCoparent: boolean; paymentCodes: readonly string[] };
export type PaymentBody = BodyInput<typeof payRegistration>;

/** The calls behind a checkout: Parent A's and an invited parent's differ in address and key, not in meaning. */
export type CheckoutCalls = {
  /** Saves address and time zone, and remembers them. */
  saveBilling: (billing: Billing) => Promise<{ ok: true } | { ok: false; problem: CallProblem }>;
  /** Whether the chosen package goes with the country of the bill. */
  checkCountry: (body: BodyInput<typeof checkPackageCountry>) => Promise<CallResult<typeof checkPackageCountry>>;
  price: (wish: PriceWish, signal?: AbortSignal) => Promise<CallResult<typeof calculatePrice>>;
  pay: (request: { key: string; body: PaymentBody }) => Promise<PayResult>;
  /** By the key of a payment submission; null asks for the latest payment. */
  readPayment: (key: string | null) => Promise<ReadResult>;
};

/** What a checkout pays for, and its callbacks. Made by the screen that shows `<Checkout>`. */
export type CheckoutSubject = {
  /** Invited parents pay for themselves alone, and have their own dots. */
  invited: boolean;
  /** Names the thing that is paid: registration, or invited person. */
  subjectId: string;
  person: { firstName: string; lastName: string; email: string; phoneCountryCode: string; phoneNumber: string };
  order: OrderDetail;
  billing: BillingInput;
  /** Paid already: the address, once stored, is locked, and the page ends with it. */
  alreadyPaid: boolean;
  codes: readonly string[];
  /** Where Back leads from billing, and where other packages are: router addresses. */
  backTo: string;
  /** Where name and e-mail are changed: a router address. */
  detailsAt: string;
  calls: CheckoutCalls;
  onCodes: (codes: readonly string[]) => void;
  onPaid: (paid: Paid) => void;
  /** Billing was saved by somebody who has paid already. */
  onBillingDone: () => void;
  /** The package is not for the country of the bill, and others are wanted. */
  onOtherPackages: () => void;
  /** Goes on with the plan of the same name among those of the bill's country; false when it cannot be had. */
  onSamePlan: (packageId: number) => Promise<boolean>;
  /** Rows of the review beside those of every checkout. */
  moreDetails?: (order: { payForCoParent: boolean }) => ReviewDetail[];
  /** True when the problem led away from the page. */
  onProblem: (problem: CallProblem) => boolean;
};
