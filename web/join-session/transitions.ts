import type { PackageCard, PricingGroup } from '#contract/api/packages.ts';
import type { Paid } from '#contract/api/payments.ts';
import type { InviteTiming } from '#contract/invites/invite-timing.ts';
import type { ValidationError } from '#contract/problem.ts';
import { afterPackage, type Step } from '#contract/sign-up/sign-up-flow.ts';
import { deviceTimeOf } from '#web/site/boot.ts';
import type { BillValues } from './bill-values.ts';
import { isPaymentUnresolved } from './flow-state.ts';
import {
  type AlacarteValues,
  type DraftName,
  defaultAlacarteValues,
  freshSession,
  type JoinSession,
  type StepOneValues,
  type StepTwoValues,
} from './join-session.ts';

/** Transitions of the join session (specification 4.2 to 4.5): pure functions from an event to the next state. */
export type Transition = (session: JoinSession) => JoinSession;

const laterStep = (one: Step, other: Step): Step => (one > other ? one : other);

type SavedDetails = {
  values: StepOneValues;
  signupId: string;
  /** Returned only for a new registration. */
  registrationKey?: string;
  expiresAt: string;
  at: string;
};

/** Stores unsubmitted input of a screen. */
export function draftSaved(name: DraftName, values: unknown): Transition {
  return (session) => ({ ...session, drafts: { ...session.drafts, [name]: values } });
}

export function withoutDraft(session: Pick<JoinSession, 'drafts'>, name: DraftName): Pick<JoinSession, 'drafts'> {
  const { [name]: _sent, ...drafts } = session.drafts;
  return { drafts };
}

/** Step 1 is saved. Another phone may mean other prices, so an earlier package must be chosen again. */
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
      lastCompletedStep: laterStep(session.lastCompletedStep, 1),
    };
    return samePhone(session.stepOneValues, values) ? saved : packageForgotten(saved);
  };
}

function samePhone(before: StepOneValues | null, after: StepOneValues): boolean {
  return before === null || (before.countryCode === after.countryCode && before.phoneNumber === after.phoneNumber);
}

/** The chosen package is not offered to this person or country: it must be chosen again, everything else is kept. */
export const packageForgotten: Transition = (session) => ({
  ...session,
  selectedPackage: null,
  selectedPackageId: null,
  subscriptionLength: null,
  pricingGroup: null,
  alacarteValues: defaultAlacarteValues,
  lastCompletedStep: session.lastCompletedStep === 3 ? 2 : session.lastCompletedStep,
});

export function familySaved({ values, expiresAt }: { values: StepTwoValues; expiresAt: string }): Transition {
  return (session) => ({
    ...session,
    ...withoutDraft(session, 'family'),
    stepTwoValues: values,
    knowsCoParentEmail: values.knowsCoParentEmail,
    parentBEmail: values.email,
    validationErrors: [],
    expiresAt,
    lastCompletedStep: laterStep(session.lastCompletedStep, 2),
  });
}

/** By default the invite is sent as soon as it is paid. */
export const invitesNow: Pick<InviteTiming, 'when' | 'day' | 'language'> = { when: 'NOW', day: null };

export function inviteTimed(inviteTiming: InviteTiming): Transition {
  return (session) => ({ ...session, inviteTiming });
}

/** From now on the sign-up may continue on another device. */
export const resumeCodeIssued: Transition = (session) => ({ ...session, codeOut: true });

/** The server's errors about step 2, for Back or a reload. */
export function familyRefused(validationErrors: readonly ValidationError[]): Transition {
  return (session) => ({ ...session, validationErrors });
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
    alacarteValues: buildYourOwn ? optionsStillOffered(session, card) : defaultAlacarteValues,
    lastCompletedStep,
  });
}

/** Earlier options are kept if the same package and term is chosen again. */
function optionsStillOffered(session: JoinSession, { id, productId, options }: PackageCard): AlacarteValues {
  if (session.selectedPackageId === id && session.alacarteValues.subscription === productId)
    return session.alacarteValues;
  return alacarteDefaults({ productId, options });
}

/** The initial options of a term: its free storage, nothing else (specification 4.4). */
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

/** Build-your-own is complete; its term may differ from the chosen card's. */
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

/** The billing address is saved. */
export function billingSaved({ billing, expiresAt }: { billing: BillValues; expiresAt: string }): Transition {
  return (session) => ({
    ...session,
    ...withoutDraft(session, 'billing'),
    stepOneValues: session.stepOneValues && { ...session.stepOneValues, ...billing },
    expiresAt,
  });
}

export function codesEntered(promoCodesEntered: readonly string[]): Transition {
  return (session) => ({ ...session, promoCodesEntered: [...promoCodesEntered] });
}

/** A payment was submitted, here or in another tab, and its outcome is unknown: the sign-up no longer expires. */
export const paymentStarted: Transition = (session) => ({ ...session, expiresAt: null });

/** The payment succeeded (or codes covered it): nothing expires any more. */
export function paymentCompleted(paymentRes: Paid): Transition {
  return (session) => ({ ...session, paymentRes, expiresAt: null });
}

/** The credentials token is spent. */
export const credentialsSaved: Transition = (session) => ({
  ...session,
  paymentRes: session.paymentRes && { ...session.paymentRes, clickToJoinToken: null },
});

/**
 * The receipt was seen: the session is cleared except for that (specification 4.5), so that Back does not lead to an
 * empty form.
 */
export const receiptSeen: Transition = ({ anonymousId }) => ({ ...freshSession(anonymousId), receiptShown: true });

/** The person extended the time-out, or a call did. */
export function timeOutMoved(expiresAt: string): Transition {
  return (session) => (session.paymentRes ? session : { ...session, expiresAt });
}

/** The session is cleared; a discount link still applies. */
export const sessionExpired: Transition = (session) => ({ ...sessionReset(session), expired: true });

export const sessionReset: Transition = ({ anonymousId, discount }) => ({ ...freshSession(anonymousId), discount });

/**
 * The duplicate page clears the sign-up (specification 4.5), as it says, but not a payment that was made or whose
 * outcome is unknown.
 */
export const duplicateSeen: Transition = (session) =>
  session.paymentRes !== null || isPaymentUnresolved(session) ? session : sessionReset(session);

/** `now`: by the device's clock, in ms. */
export function isPastTimeOut({ expiresAt, paymentRes }: JoinSession, now: number): boolean {
  return paymentRes === null && expiresAt !== null && deviceTimeOf(expiresAt) <= now;
}
