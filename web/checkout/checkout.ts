import type { checkPackageCountry } from '#contract/api/packages.ts';
import type { Paid, payRegistration } from '#contract/api/payments.ts';
import type { calculatePrice, OrderDetail } from '#contract/api/prices.ts';
import type { BodyInput } from '#contract/api/route.ts';
import type { CallResult } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import type { Billing, BillingInput } from './billing/billing-schema.ts';
import type { PayResult, ReadResult } from './paying/pay-outcome.ts';
import type { ReviewDetail } from './review/ReviewDetails.tsx';

export type PriceSelection = { payForCoparent: boolean; paymentCodes: readonly string[] };
export type PaymentBody = BodyInput<typeof payRegistration>;

/** The API calls of a checkout: Parent A's and an invited parent's differ in route and authorization only. */
export type CheckoutCalls = {
  /** Stores address and time zone on the server and in the session. */
  saveBilling: (billing: Billing) => Promise<{ ok: true } | { ok: false; problem: CallProblem }>;
  /** Whether the chosen package is sold in the billing country. */
  checkCountry: (body: BodyInput<typeof checkPackageCountry>) => Promise<CallResult<typeof checkPackageCountry>>;
  price: (selection: PriceSelection, signal?: AbortSignal) => Promise<CallResult<typeof calculatePrice>>;
  pay: (request: { key: string; body: PaymentBody }) => Promise<PayResult>;
  /** By the submission's idempotency key; null reads the latest payment. */
  readPayment: (key: string | null) => Promise<ReadResult>;
};

/** The subject of a checkout with its callbacks, created by the screen that renders `<Checkout>`. */
export type CheckoutSubject = {
  /** Invited parents pay only for themselves, and have their own progress dots. */
  invited: boolean;
  /** Identifies what is paid: the registration or the invited person. */
  subjectId: string;
  person: { firstName: string; lastName: string; email: string; phoneCountryCode: string; phoneNumber: string };
  order: OrderDetail;
  billing: BillingInput;
  codes: readonly string[];
  /** Router address, Back from billing: the plans, or `detailsAt` where a professional chose the plan. */
  backTo: string;
  /** Router address where name and e-mail are changed. */
  detailsAt: string;
  calls: CheckoutCalls;
  onCodes: (codes: readonly string[]) => void;
  onPaid: (paid: Paid) => void;
  /** The package is not sold in the billing country, and the person wants to see others. */
  onOtherPackages: () => void;
  /** Continues with the plan of the same name in the billing country's list; false if there is none. */
  onSamePlan: (packageId: number) => Promise<boolean>;
  /** The current settings invite the co-parent with the payment. */
  invitesOncePaid?: boolean;
  /** Additional rows of the review. */
  moreDetails?: (order: { payForCoParent: boolean }) => ReviewDetail[];
  /** Returns true if the problem led to another page. */
  onProblem: (problem: CallProblem) => boolean;
};
