import type { Reach } from '#contract/account/reach.ts';
import type { Choice } from '#contract/api/lookups.ts';
import type { listAvailableCoupons, PackageName, PricingGroup } from '#contract/api/packages.ts';
import type { Paid } from '#contract/api/payments.ts';
import type { OrderDetail } from '#contract/api/prices.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { countryOfCallingCode } from '#contract/fields/countries.ts';
import type { InviteTiming } from '#contract/invites/invite-timing.ts';
import type { ValidationError } from '#contract/problem.ts';
import type { ProductId } from '#contract/sign-up/product-ids.ts';
import type { ReferralSelection } from '#contract/sign-up/referral-selections.ts';
import type { Step } from '#contract/sign-up/sign-up-flow.ts';

type Coupon = AnswerOf<typeof listAvailableCoupons>['coupons'][number];

/** The state of a sign-up in one tab (specification 3.1). Never card data, a nonce, a password or a security answer. */
export type StepOneValues = {
  firstName: string;
  lastName: string;
  email: string;
  /** With its plus. */
  countryCode: string;
  phoneNumber: string;
  referral: ReferralSelection | '';
  referralOther: string;
  knowsCoParentEmail: boolean | null;
  parentDuplicateConfirmed: boolean;
  /** Contact preferences, if the person set any. */
  reach?: Reach | undefined;
  billingAddress: string;
  billingAddress2: string;
  country: string;
  city: string;
  region: string;
  postalCode: string;
  /** IANA name. */
  timezone: string;
};

export type ChildValues = { firstName: string; lastName: string; email: string };

export type StepTwoValues = {
  firstName: string;
  lastName: string;
  email: string;
  countryCode: string;
  phoneNumber: string;
  coParentDuplicateConfirmed: boolean;
  children: ChildValues[];
  knowsCoParentEmail: boolean;
};

/** Option codes; empty if an option is not chosen (specification 5.8). */
export type AlacarteValues = {
  subscription: ProductId;
  myfiles: string;
  tonemeter: string;
  unlimitedPayments: string;
  callsBasic: string;
};

export type SelectedPackage = {
  id: number;
  packageName: PackageName;
  displayName: string;
  buildYourOwn: boolean;
  productId: ProductId;
  analyticsPackage: string;
  includesVat: boolean;
  /** The country of the plan's price list; null for a shared list. */
  country: string | null;
};

/** From a discount link: its referrer, and whole percent, 1 to 90. */
export type Discount = { referrer: string; percentage: number };

/** The invite of this tab: token and person from the link, the rest from the server (specification 3.8). */
export type InviteContext = {
  inviteToken: string;
  userId: string;
  /** Bearer token for the credentials step; null until it is the next one. */
  authToken: string | null;
  isSubscriptionCurrent: boolean;
  billingAddressComplete: boolean;
  /** Null while the country is unknown. */
  termsAgreed: boolean | null;
  userCreatedByPro: boolean;
  coParentPackageId: number | null;
  subscriptionStatus: 'none' | 'current' | 'lapsed';
  availableCoupons: Coupon[];
};

export type DraftName = 'details' | 'family' | 'invitedDetails' | 'build' | 'billing';

export type JoinSession = {
  anonymousId: string;
  /** Instants, ISO 8601. */
  registrationStartTime: string | null;
  expiresAt: string | null;
  signupId: string | null;
  registrationKey: string | null;
  lastCompletedStep: Step;
  knowsCoParentEmail: boolean | null;
  stepOneValues: StepOneValues | null;
  stepTwoValues: StepTwoValues | null;
  /** A code or link for another device was issued: the sign-up may continue there. */
  codeOut?: boolean;
  /** When a mailed link was opened, and the person was informed. */
  linkSeenAt?: string | undefined;
  /** The timing as it was chosen. */
  inviteTiming: InviteTiming | null;
  alacarteValues: AlacarteValues;
  selectedPackage: SelectedPackage | null;
  selectedPackageId: number | null;
  /** Years. */
  subscriptionLength: 1 | 2 | null;
  /** From a link of the pricing page; applied after step 2. */
  preselectedPackageId: number | null;
  pricingGroup: PricingGroup | null;
  promoCodesEntered: string[];
  validationErrors: readonly ValidationError[];
  /** Unsubmitted form input by screen, never with secrets. */
  drafts: Partial<Record<DraftName, unknown>>;
  regionOptions: Choice[];
  timezoneOptions: Choice[];
  parentBEmail: string;
  paymentRes: Paid | null;
  /** A receipt was shown in this tab: its screens say so until another sign-up starts. */
  receiptShown: boolean;
  pendingSignup: { id: string; createdAt: string } | null;
  discount: Discount | null;
  /** The link's parameters, unparsed: step 1 validates them by schema. */
  prefill: string | null;
  invite: InviteContext | null;
  /** The sign-up timed out and was removed: step 1 says so. */
  expired: boolean;
};

/** Whether the person may be mailed, unless step 1 says otherwise. */
export function acceptsMail({ stepOneValues }: JoinSession): boolean {
  return stepOneValues?.reach?.mail !== false;
}

/** The ISO code of the address' country, else of the phone's; null if neither determines it, as with +1. */
export function countryOfSession({ stepOneValues }: JoinSession): string | null {
  if (stepOneValues === null) return null;
  return stepOneValues.country || (countryOfCallingCode(stepOneValues.countryCode) ?? null);
}

export const defaultAlacarteValues: AlacarteValues = {
  subscription: 'SUB1YEAR',
  myfiles: '1GB1',
  tonemeter: '',
  unlimitedPayments: '',
  callsBasic: '',
};

export function freshSession(anonymousId = ''): JoinSession {
  return {
    anonymousId,
    registrationStartTime: null,
    expiresAt: null,
    signupId: null,
    registrationKey: null,
    lastCompletedStep: 0,
    knowsCoParentEmail: null,
    stepOneValues: null,
    stepTwoValues: null,
    inviteTiming: null,
    alacarteValues: defaultAlacarteValues,
    selectedPackage: null,
    selectedPackageId: null,
    subscriptionLength: null,
    preselectedPackageId: null,
    pricingGroup: null,
    promoCodesEntered: [],
    validationErrors: [],
    drafts: {},
    regionOptions: [],
    timezoneOptions: [],
    parentBEmail: '',
    paymentRes: null,
    receiptShown: false,
    pendingSignup: null,
    discount: null,
    prefill: null,
    invite: null,
    expired: false,
  };
}

/** Default values of a form: unsubmitted input over known values. */
export function withDraft<Values extends object>(
  session: Pick<JoinSession, 'drafts'>,
  name: DraftName,
  values: Values,
): Values {
  const draft = session.drafts[name];
  return typeof draft === 'object' && draft !== null ? { ...values, ...draft } : values;
}

/** The chosen package as an order of the contract; null until one is chosen. */
export function orderOf({
  selectedPackage,
  alacarteValues,
}: Pick<JoinSession, 'selectedPackage' | 'alacarteValues'>): OrderDetail | null {
  if (!selectedPackage) return null;
  const { id: packageId, buildYourOwn, productId } = selectedPackage;
  if (!buildYourOwn) return { packageId, productId: null, services: [] };
  return { packageId, productId, services: servicesOf(alacarteValues) };
}

export function servicesOf({ myfiles, tonemeter, unlimitedPayments, callsBasic }: AlacarteValues): string[] {
  return [myfiles, tonemeter, unlimitedPayments, callsBasic].filter((code) => code !== '');
}

/** The parameters of calls about this invite; null in a tab without one. */
export function inviteAccess({ invite }: Pick<JoinSession, 'invite'>) {
  return invite && { userId: invite.userId, headers: { 'x-invite-token': invite.inviteToken } };
}

/** The parameters of calls about this registration; null before step 1 is saved. */
export function registrationAccess({ signupId, registrationKey, discount }: JoinSession) {
  if (signupId === null || registrationKey === null) return null;
  return {
    params: { signupId },
    headers: { 'x-registration-key': registrationKey, ...(discount ? { 'x-referrer-key': discount.referrer } : {}) },
  };
}
