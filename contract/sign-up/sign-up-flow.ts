/**
 * The sign-up flow as tables: what each screen requires, where it redirects, what the progress dots open. The web runs
 * the guards before a screen renders; the server refuses calls whose steps are not done. Rules: specification 2.3, 4.2
 * to 4.7.
 */
export type Step = 0 | 1 | 2 | 3;

export const paths = {
  landing: '/signup',
  coParentStatus: '/coparentstatus',
  yourDetails: '/step1',
  coParent: '/step2',
  packages: '/step3',
  buildYourOwn: '/alacarte',
  payment: '/payment',
  credentials: '/credentials',
  receipt: '/receipt',
  duplicate: '/duplicate',
  /** Public: continues a sign-up that was begun elsewhere. */
  resume: '/resume',
  securityQuestions: '/securityquestions',
  professional: '/pro',
  invite: '/invite',
  inviteRequest: '/invite/request',
  inviteYourDetails: '/invite/step1',
  invitePackages: '/invite/packages',
  inviteBuildYourOwn: '/invite/choose-your-own',
  inviteBilling: '/invite/billing-info',
  invitePayment: '/invite/payment',
  inviteCredentials: '/invite/credentials',
  inviteReceipt: '/invite/receipt',
  home: '/home',
} as const;

export type FlowPath = (typeof paths)[keyof typeof paths];

/** The input of guards. A browser fills it from its join session, a test from a table. */
export type FlowState = {
  lastCompletedStep: Step;
  expired: boolean;
  parentDuplicate: boolean;
  pricingGroup: 'P0' | 'P1' | 'P2' | 'P3' | null;
  subscriptionCurrent: boolean;
  /** This join session has paid. */
  paid: boolean;
  /** A payment was submitted in this join session, and its outcome is unknown. */
  paymentUnresolved: boolean;
  /** A receipt was shown in this tab, and no other sign-up was begun since. */
  receiptShown: boolean;
  /** A credentials token is available (just paid, or from a mailed link). */
  mayStartCredentials: boolean;
  inviteToken: boolean;
  inviteUserId: boolean;
};

type Guard = (state: FlowState) => FlowPath | null;

const stepPaths: Record<Step, FlowPath> = {
  0: paths.yourDetails,
  1: paths.coParent,
  2: paths.packages,
  3: paths.payment,
};

/** The screen of the first incomplete step. */
export function nextStepPath(lastCompletedStep: Step): FlowPath {
  return stepPaths[lastCompletedStep];
}

const notExpired: Guard = ({ expired }) => (expired ? paths.yourDetails : null);
/** A parent who has paid never sees an empty form that could be paid again. */
const notPaid: Guard = ({ paid, receiptShown, mayStartCredentials }) =>
  paid && mayStartCredentials ? paths.credentials : paid || receiptShown ? paths.receipt : null;
const stepDone =
  (step: Step): Guard =>
  ({ lastCompletedStep }) =>
    lastCompletedStep < step ? nextStepPath(lastCompletedStep) : null;
/** Of a sign-up from before a new release only the payment remains. */
const nothingButPayment: Guard = ({ paymentUnresolved, expired, lastCompletedStep }) =>
  paymentUnresolved && !expired && lastCompletedStep === 0 ? paths.payment : null;
/** Payment also shows the outcome of a submission, whatever steps are incomplete. */
const readyToPay: Guard = (state) => (state.paymentUnresolved ? null : stepDone(3)(state));
const noDuplicate: Guard = ({ parentDuplicate }) => (parentDuplicate ? paths.duplicate : null);
const noDuplicateOutsideP0: Guard = ({ parentDuplicate, pricingGroup }) =>
  parentDuplicate && pricingGroup !== 'P0' ? paths.duplicate : null;
const notCurrent: Guard = ({ subscriptionCurrent }) => (subscriptionCurrent ? paths.securityQuestions : null);
/** In a fresh tab a mailed link has lost its secret: the page says so and accepts the code. */
const nothingBegun = (state: FlowState) =>
  state.lastCompletedStep === 0 && !state.paid && !state.receiptShown && !state.paymentUnresolved;
const mayStartCredentials: Guard = (state) =>
  state.mayStartCredentials || nothingBegun(state)
    ? null
    : (notPaid(state) ?? (state.paymentUnresolved ? paths.payment : nextStepPath(state.lastCompletedStep)));
/** The receipt comes after the credentials, and a payment that is being confirmed comes before it. */
const receiptReady: Guard = ({ paid, receiptShown, paymentUnresolved, mayStartCredentials: allowed }) =>
  paid ? (allowed ? paths.credentials : null) : paymentUnresolved && !receiptShown ? paths.payment : null;
const invited: Guard = ({ inviteToken, inviteUserId }) => (inviteToken && inviteUserId ? null : paths.home);
const inviteStepDone =
  (step: 1 | 2): Guard =>
  ({ lastCompletedStep }) =>
    lastCompletedStep >= step ? null : lastCompletedStep === 1 ? paths.invitePackages : paths.inviteYourDetails;
const inviteNotPaid: Guard = ({ paid, receiptShown, mayStartCredentials: allowed }) =>
  paid && allowed ? paths.inviteCredentials : paid || receiptShown ? paths.inviteReceipt : null;
const inviteNothingButPayment: Guard = (state) => (nothingButPayment(state) ? paths.invitePayment : null);
const inviteReadyToPay: Guard = (state) => (state.paymentUnresolved ? null : inviteStepDone(2)(state));
const inviteReceiptReady: Guard = ({ paid, receiptShown, paymentUnresolved, mayStartCredentials: allowed }) =>
  paid ? (allowed ? paths.inviteCredentials : null) : paymentUnresolved && !receiptShown ? paths.invitePayment : null;
/** Somebody else has paid: there is nothing to choose or pay, only the billing address is needed. */
const inviteNotCurrent: Guard = ({ subscriptionCurrent, paid, paymentUnresolved }) =>
  subscriptionCurrent && !paid && !paymentUnresolved ? paths.inviteBilling : null;
const inviteCurrent: Guard = ({ subscriptionCurrent }) => (subscriptionCurrent ? null : paths.invitePayment);
const inviteCredentialsAllowed: Guard = ({ mayStartCredentials: allowed, subscriptionCurrent, lastCompletedStep }) => {
  if (allowed) return null;
  if (lastCompletedStep < 1) return paths.inviteYourDetails;
  return subscriptionCurrent ? paths.inviteBilling : paths.invitePayment;
};

/** In order; the first redirect wins. A path without a row is public. */
export const guards: Partial<Record<FlowPath, readonly Guard[]>> = {
  [paths.yourDetails]: [notPaid, nothingButPayment],
  [paths.coParent]: [notExpired, notPaid, stepDone(1)],
  [paths.packages]: [notExpired, notPaid, stepDone(2), noDuplicateOutsideP0],
  [paths.buildYourOwn]: [notExpired, notPaid, stepDone(2)],
  [paths.payment]: [notExpired, notPaid, noDuplicate, notCurrent, readyToPay],
  [paths.credentials]: [mayStartCredentials],
  [paths.receipt]: [receiptReady],
  [paths.inviteYourDetails]: [inviteNotPaid, invited, inviteNothingButPayment],
  [paths.invitePackages]: [inviteNotPaid, invited, inviteStepDone(1), inviteNotCurrent],
  [paths.inviteBuildYourOwn]: [inviteNotPaid, invited, inviteStepDone(1), inviteNotCurrent],
  [paths.inviteBilling]: [inviteNotPaid, invited, inviteStepDone(1), inviteCurrent],
  [paths.invitePayment]: [inviteNotPaid, invited, inviteReadyToPay, inviteNotCurrent],
  [paths.inviteCredentials]: [inviteNotPaid, invited, inviteCredentialsAllowed],
  [paths.inviteReceipt]: [inviteReceiptReady],
};

/** The redirect from `path` in this state, or null if it may be shown. */
export function redirectFor(path: FlowPath, state: FlowState): FlowPath | null {
  for (const guard of guards[path] ?? []) {
    const target = guard(state);
    if (target !== null && target !== path) return target;
  }
  return null;
}

export type DotStep = 1 | 2 | 3 | 4;
type DotTargets = Record<DotStep, FlowPath>;

const dotTargets: DotTargets = { 1: paths.yourDetails, 2: paths.coParent, 3: paths.packages, 4: paths.payment };
const invitedDotTargets: DotTargets = {
  1: paths.inviteYourDetails,
  2: paths.invitePackages,
  3: paths.invitePayment,
  4: paths.invitePayment,
};

/** What a progress dot opens, or null while it is locked (specification 2.3). */
export function dotTarget(dot: DotStep, state: { lastCompletedStep: Step; invited: boolean }): FlowPath | null {
  const { lastCompletedStep, invited: isInvited } = state;
  if (dot > lastCompletedStep + 1) return null;
  if (dot === 4 && lastCompletedStep < 3) return null;
  return (isInvited ? invitedDotTargets : dotTargets)[dot];
}

/** Where step 2 leads once it is saved (specification 4.3). */
export function afterFamily(state: { duplicateConfirmed: boolean; packagesV2: boolean; preselectedPackage: boolean }): {
  path: FlowPath;
  lastCompletedStep: Step;
} {
  if (state.duplicateConfirmed && state.packagesV2) return { path: paths.duplicate, lastCompletedStep: 2 };
  return state.preselectedPackage
    ? { path: paths.payment, lastCompletedStep: 3 }
    : { path: paths.packages, lastCompletedStep: 2 };
}

/** Where a chosen package leads (specification 4.4, 4.7). */
export function afterPackage(state: { buildYourOwn: boolean; invited: boolean }): {
  path: FlowPath;
  lastCompletedStep: Step;
} {
  if (state.invited)
    return { path: state.buildYourOwn ? paths.inviteBuildYourOwn : paths.invitePayment, lastCompletedStep: 2 };
  return state.buildYourOwn
    ? { path: paths.buildYourOwn, lastCompletedStep: 2 }
    : { path: paths.payment, lastCompletedStep: 3 };
}

/** Where an invited parent goes after step 1 (specification 4.7). */
export function afterInviteDetails(state: { subscriptionCurrent: boolean; billingComplete: boolean }): {
  path: FlowPath;
  lastCompletedStep: Step;
} {
  return state.subscriptionCurrent
    ? { path: state.billingComplete ? paths.inviteCredentials : paths.inviteBilling, lastCompletedStep: 2 }
    : { path: paths.invitePackages, lastCompletedStep: 1 };
}
