import type { PackageCard, PricingGroup } from '#contract/api/packages.ts';
import type { Paid } from '#contract/api/payments.ts';
import type { ValidationError } from '#contract/error-codes.ts';
import type { InviteTiming } from '#contract/invite-timing.ts';
import { afterPackage, type Step } from '#contract/sign-up-flow.ts';
import {
  type AlacarteValues,
  type DraftName,
  defaultAlacarteValues,
  freshSession,
  type JoinSession,
  type StepOneValues,
  type StepTwoValues,
} from './join-session.ts';

/** The join session's transitions (specification 4.2 to 4.5): pure, each from what happened to what is remembered. */
export type Transition = (session: JoinSession) => JoinSession;

const furthest = (one: Step, other: Step): Step => (one > other ? one : other);

type SavedDetails = {
  values: StepOneValues;
  signupId: string;
  /** Only a new registration has one. */
  registrationKey?: string;
  expiresAt: string;
  at: string;
};

/** What is being typed on a screen, until it is sent. */
export function draftKept(name: DraftName, values: unknown): Transition {
  return (session) => ({ ...session, drafts: { ...session.drafts, [name]: values } });
}

export function withoutDraft(session: Pick<JoinSession, 'drafts'>, name: DraftName): Pick<JoinSession, 'drafts'> {
  const { [name]: _sent, ...drafts } = session.drafts;
  return { drafts };
}

/** Step 1 is saved. Another phone may mean other prices: a package chosen before is asked for again. */
export function detailsSaved({ values, signupId, registrationKey, expiresAt, at }: SavedDetails): Transition {
  return (session) => {
    const saved: JoinSession = {
      ...session,
      ...withoutDraft(session, 'details'),
      expired: false,
      prefill: null,
      validationErrors: [],
      stepOneValues: values,
      knowsCoParentEmail: values.knowsCoParentEmail,
      signupId,
      registrationKey: registrationKey ?? session.registrationKey,
      expiresAt,
      registrationStartTime: session.registrationStartTime ?? at,
      pendingSignup: session.pendingSignup?.id === signupId ? session.pendingSignup : { id: signupId, createdAt: at },
      lastCompletedStep: furthest(session.lastCompletedStep, 1),
    };
    return samePhone(session.stepOneValues, values) ? saved : packageForgotten(saved);
  };
}

function samePhone(before: StepOneValues | null, after: StepOneValues): boolean {
  return before === null || (before.countryCode === after.countryCode && before.phoneNumber === after.phoneNumber);
}

/** The chosen package is not for this person or country: back to the choice, everything else kept. */
export const packageForgotten: Transition = (session) => ({
  ...session,
  selectedPackage: null,
  selectedPackageId: null,
  subscriptionLength: null,
  pricingGroup: null,
  alacarteValues: defaultAlacarteValues,
  lastCompletedStep: session.lastCompletedStep === 3 ? 2 : session.lastCompletedStep,
});

/** Step 2 is saved. */
export function familySaved({ values, expiresAt }: { values: StepTwoValues; expiresAt: string }): Transition {
  return (session) => ({
    ...session,
    stepTwoValues: values,
    knowsCoParentEmail: values.knowsCoParentEmail,
    parentBEmail: values.email,
    validationErrors: [],
    expiresAt,
    lastCompletedStep: furthest(session.lastCompletedStep, 2),
  });
}

/** Where nothing is said: as soon as it is paid. */
export const invitesNow: Pick<InviteTiming, 'when' | 'day' | 'language'> = { when: 'NOW', day: null };

export function inviteTimed(inviteTiming: InviteTiming): Transition {
  return (session) => ({ ...session, inviteTiming });
}

/** From now on the sign-up may go on elsewhere. */
export const codeGivenOut: Transition = (session) => ({ ...session, codeOut: true });

type TypedFamily = { values: StepTwoValues; errors: readonly ValidationError[] };

/**
 * What was typed in step 2 and is not saved, with what the server said of it: a way back or a reload finds it again.
 */
export function familyTyped({ values, errors }: TypedFamily): Transition {
  return (session) => ({ ...session, stepTwoValues: values, validationErrors: errors });
}

/** A package was chosen: build-your-own still needs its options, any other is complete (specification 4.4). */
export function packageChosen({ card, invited }: { card: PackageCard; invited: boolean }): Transition {
  const {
    id,
    packageName,
    displayName,
    buildYourOwn,
    productId,
    analyticsPackage,
    includesVat,
    country,
    subDurationInYears,
  } = card;
  const { lastCompletedStep } = afterPackage({ buildYourOwn, invited });
  return (session) => ({
    ...session,
    ...withoutDraft(session, 'build'),
    selectedPackage: { id, packageName, displayName, buildYourOwn, productId, analyticsPackage, includesVat, country },
    selectedPackageId: id,
    subscriptionLength: subDurationInYears,
    preselectedPackageId: null,
    alacarteValues: buildYourOwn ? keptOptions(session, card) : defaultAlacarteValues,
    lastCompletedStep,
  });
}

/** Options chosen before stay when the same package of the same term is chosen again. */
function keptOptions(session: JoinSession, { id, productId, options }: PackageCard): AlacarteValues {
  if (session.selectedPackageId === id && session.alacarteValues.subscription === productId)
    return session.alacarteValues;
  return alacarteDefaults({ productId, options });
}

/** What a term begins with: its own free storage, nothing else (specification 4.4). */
export function alacarteDefaults({ productId, options }: Pick<PackageCard, 'productId' | 'options'>): AlacarteValues {
  const storage = options.filter(({ optionName }) => optionName === 'MYFILES');
  const standard = storage.find(({ isDefault }) => isDefault) ?? storage[0];
  return {
    ...defaultAlacarteValues,
    subscription: productId,
    myfiles: standard?.optionCode ?? defaultAlacarteValues.myfiles,
  };
}

type BuiltPlan = { card: PackageCard; values: AlacarteValues; invited: boolean };

/** Build-your-own is complete: the term may be another than that of the card that was pressed. */
export function buildYourOwnChosen({ card, values, invited }: BuiltPlan): Transition {
  return (session) => ({
    ...packageChosen({ card, invited })(session),
    alacarteValues: values,
    lastCompletedStep: invited ? 2 : 3,
  });
}

export function pricingGroupKnown(pricingGroup: PricingGroup): Transition {
  return (session) => (session.pricingGroup === pricingGroup ? session : { ...session, pricingGroup });
}

type Billing = Pick<
  StepOneValues,
  'billingAddress' | 'billingAddress2' | 'country' | 'city' | 'region' | 'postalCode' | 'timezone'
>;

/** The billing address is saved. */
export function billingSaved({ billing, expiresAt }: { billing: Billing; expiresAt: string }): Transition {
  return (session) => ({
    ...session,
    stepOneValues: session.stepOneValues && { ...session.stepOneValues, ...billing },
    expiresAt,
  });
}

export function codesEntered(promoCodesEntered: readonly string[]): Transition {
  return (session) => ({ ...session, promoCodesEntered: [...promoCodesEntered] });
}

/**
 * Pay was pressed, here or in another tab, and nobody knows yet what became of it: what may be paid for never expires.
 */
export const paymentBegun: Transition = (session) => ({ ...session, expiresAt: null });

/** Money was taken (or codes covered all): nothing expires any more. */
export function paymentTaken(paymentRes: Paid): Transition {
  return (session) => ({ ...session, paymentRes, expiresAt: null });
}

/** The credentials token is spent. */
export const credentialsSaved: Transition = (session) => ({
  ...session,
  paymentRes: session.paymentRes && { ...session.paymentRes, clickToJoinToken: null },
});

/**
 * The receipt was seen: all is forgotten but that it was (specification 4.5), for a way back must not lead to an empty
 * form.
 */
export const receiptSeen: Transition = ({ anonymousId }) => ({ ...freshSession(anonymousId), receiptShown: true });

/** The person asked for more time, or a call moved the time-out. */
export function timeOutMoved(expiresAt: string): Transition {
  return (session) => (session.paymentRes ? session : { ...session, expiresAt });
}

/** All is removed; a discount link still counts. */
export const sessionExpired: Transition = (session) => ({ ...sessionReset(session), expired: true });

export const sessionReset: Transition = ({ anonymousId, discount }) => ({ ...freshSession(anonymousId), discount });

/**
 * The duplicate page removes a sign-up that was found to be one (specification 4.5), and nothing when its address is
 * only opened.
 */
export const duplicateSeen: Transition = (session) =>
  session.stepOneValues?.parentDuplicateConfirmed ? sessionReset(session) : session;

export function isPastTimeOut({ expiresAt, paymentRes }: JoinSession, now: number): boolean {
  return paymentRes === null && expiresAt !== null && Date.parse(expiresAt) <= now;
}
