import type { FastifyRequest } from 'fastify';
import {
  addOwnCoParentEmail,
  changeConsent,
  changeLanguage,
  changeRenewal,
  editFamily,
  keepAccount,
  readAccount,
  readBilling,
  readConsents,
  readFamily,
  readReceipt,
  requestDeletion,
  requestRefund,
} from '#contract/api/account.ts';
import { batch, identify, page, track } from '#contract/api/analytics.ts';
import { addCoParentEmail } from '#contract/api/co-parent-email.ts';
import {
  keepCodes,
  listCodeBundles,
  payCodeBundle,
  readCodeBundlePayment,
  showCodes,
  startCodeBundle,
} from '#contract/api/code-bundles.ts';
import { readDiscountOffer } from '#contract/api/discount-offers.ts';
import { checkUsername, readCredentialsOwner, requestCredentials, setCredentials } from '#contract/api/credentials.ts';
import { moveClock, readClock } from '#contract/api/development.ts';
import { exchangeInviteCode } from '#contract/api/invite-codes.ts';
import {
  agreeToTerms,
  openInvite,
  optInToMarketing,
  payInvite,
  priceInvite,
  readInvite,
  readInvitedParent,
  readInvitePayment,
  requestInvite,
  setCoParentFlag,
  updateInvitedParent,
} from '#contract/api/invites.ts';
import {
  listCountries,
  listPhoneCountryCodes,
  listProfessionalOptions,
  listReferrals,
  listRegions,
  listSecurityQuestions,
  listTimezones,
  resolvePlace,
  suggestPlaces,
} from '#contract/api/lookups.ts';
import { checkPackageCountry, listAvailableCoupons, listPackages, lookUpPricing } from '#contract/api/packages.ts';
import { replacePaymentMethod } from '#contract/api/payment-methods.ts';
import { fetchClientToken, payRegistration, readPayment } from '#contract/api/payments.ts';
import { calculatePrice } from '#contract/api/prices.ts';
import {
  correctEmail,
  inviteParent,
  listCasePackages,
  listCases,
  openCase,
  payPlan,
  pricePlan,
  printInvite,
  readCase,
  readPlanPayment,
  revokeInvite,
} from '#contract/api/professional-cases.ts';
import { createProfessional, validateProfessional } from '#contract/api/professionals.ts';
import {
  askPassword,
  checkVerificationCode,
  readPasswordReset,
  recoverUsernameByEmail,
  recoverUsernameByPhone,
  resetPassword,
  sendUsernameRecoveryEmail,
} from '#contract/api/recovery.ts';
import {
  createRegistration,
  extendRegistration,
  updateFamily,
  updateRegistration,
} from '#contract/api/registrations.ts';
import { changeRenewalByLink, readRenewal } from '#contract/api/renewals.ts';
import { payRestart, priceRestart, readRestartPayment } from '#contract/api/restarts.ts';
import type { BodyOf, ParamsOf, QueryOf, Route } from '#contract/api/route.ts';
import {
  changePassword,
  keepalive,
  listSessions,
  readSession,
  signIn,
  signOut,
  signOutDevice,
  signOutEverywhere,
} from '#contract/api/sign-in.ts';
import { listUpgrades, payUpgrade, priceUpgrade, readUpgradePayment } from '#contract/api/upgrades.ts';
import { normaliseEmail } from '#contract/fields.ts';
import type { LimitedAction } from '../rate-limits/limits.ts';
import type { Subjects } from '../rate-limits/rate-limiter.ts';
import { codeSubjects, signInSubjects } from './known-device.ts';
import { sessionOf } from './signed-in.ts';

export type LimitedRequest<R extends Route> = {
  body: BodyOf<R>;
  params: ParamsOf<R>;
  query: QueryOf<R>;
  request: FastifyRequest;
};
export type Limited<R extends Route> = {
  action: LimitedAction;
  /**
   * Beside the network address, unless they say `address: undefined`. Null: this call does not count. Without it the
   * call counts before its body is read.
   */
  subjects?: (call: LimitedRequest<R>) => Subjects | null | Promise<Subjects | null>;
  /** Statuses of the answer that are a failed attempt. */
  failure?: readonly number[];
  /** How many attempts one call is; 1 unless told. */
  points?: (call: LimitedRequest<R>) => number;
};
/** `path` is relative to the API's prefix, as the router knows it. */
export type LimitedCall = { route: Pick<Route, 'method' | 'path'>; limited: Limited<Route> };

const row = <R extends Route>(route: R, ...all: Limited<R>[]): LimitedCall[] =>
  all.map((limited) => ({ route, limited: limited as unknown as Limited<Route> }));
const rows = (action: LimitedAction, routes: readonly LimitedCall['route'][]): LimitedCall[] =>
  routes.map((route) => ({ route, limited: { action } }));

const signedInSubject = async ({ request }: { request: FastifyRequest }) => {
  const session = await sessionOf(request);
  return session ? { account: session.user.id } : {};
};
const signedInRows = (action: LimitedAction, routes: readonly LimitedCall['route'][]): LimitedCall[] =>
  routes.map((route) => ({ route, limited: { action, subjects: signedInSubject } }));

const files = ['/v2/account/receipts/:orderId/pdf', '/v2/account/export'].map(
  (path) => ({ method: 'GET', path }) as const,
);
const documentation = [
  '',
  '/',
  '/json',
  '/yaml',
  '/static/index.html',
  '/static/swagger-initializer.js',
  '/static/*',
].map((path) => ({ method: 'GET', path: `/docs${path}` }) as const);

/** Calls that look and change nothing. */
const reads: readonly LimitedCall['route'][] = [
  [
    listCountries,
    listRegions,
    listTimezones,
    listPhoneCountryCodes,
    listReferrals,
    listSecurityQuestions,
    listProfessionalOptions,
  ],
  [lookUpPricing, listPackages, checkPackageCountry, listAvailableCoupons, readPayment],
  [readInvite, readInvitedParent, readInvitePayment],
  [readSession, keepalive, listSessions],
  [readAccount, readBilling, readReceipt, readFamily, readConsents],
  [listUpgrades, readUpgradePayment, priceRestart, readRestartPayment],
  [listCases, readCase, listCasePackages, readPlanPayment, listCodeBundles, readCodeBundlePayment],
  [readClock, moveClock],
  documentation,
  [{ method: 'GET', path: '/openapi.json' } as const],
].flat();

/** Changes by somebody who is signed in, which have no limit of their own. */
const accountChanges: readonly LimitedCall['route'][] = [
  [changeRenewal, requestRefund, editFamily, changeLanguage, changeConsent, requestDeletion, keepAccount],
  [signOut, signOutEverywhere, signOutDevice],
  [priceUpgrade, pricePlan, startCodeBundle, showCodes, keepCodes],
].flat();

/**
 * Which call is limited as which action: every call of the API, or the server does not start. How often:
 * `rate-limits/limits.ts`.
 */
export const limitedCalls: readonly LimitedCall[] = [
  ...rows('read', reads),
  ...rows('report-policy', [{ method: 'POST', path: '/csp-reports' }]),
  ...rows('report-events', [track, page, identify]),
  ...row(batch, { action: 'report-events', points: ({ body }) => body.batch.length }),
  ...rows('ask-client-token', [fetchClientToken]),
  ...signedInRows('download', files),
  ...signedInRows('change-account', accountChanges),
  ...row(signIn, {
    action: 'sign-in',
    subjects: ({ body: { username }, request }) => signInSubjects(request, username),
    failure: [401],
  }),
  ...signedInRows('change-password', [changePassword]),
  ...rows('ask-recovery', [askPassword, recoverUsernameByEmail, sendUsernameRecoveryEmail]),
  ...row(recoverUsernameByPhone, {
    action: 'ask-code',
    subjects: ({ query, request }) => codeSubjects(request, query),
  }),
  ...rows('check-code', [checkVerificationCode]),
  ...rows('use-token', [
    readPasswordReset,
    resetPassword,
    readCredentialsOwner,
    requestCredentials,
    setCredentials,
    readRenewal,
    changeRenewalByLink,
  ]),
  ...rows('check-username', [checkUsername]),
  ...rows('read-discount-offer', [readDiscountOffer]),
  ...row(createRegistration, { action: 'start-registration' }, { action: 'ask-who-is-known' }),
  ...[updateRegistration, updateFamily].flatMap((route) =>
    row(route, { action: 'ask-who-is-known', subjects: ({ params }) => ({ registration: params.signupId }) }),
  ),
  ...row(updateInvitedParent, {
    action: 'ask-who-is-known',
    subjects: ({ params }) => ({ registration: params.userId }),
  }),
  ...rows('change-registration', [extendRegistration]),
  ...row(addCoParentEmail, {
    action: 'add-co-parent-email',
    subjects: ({ params }) => ({ registration: params.signupId }),
  }),
  ...row(addOwnCoParentEmail, { action: 'add-co-parent-email', subjects: signedInSubject }),
  ...row(
    calculatePrice,
    { action: 'read' },
    {
      action: 'try-codes',
      subjects: ({ body, params }) => (body.paymentCodes.length > 0 ? { registration: params.signupId } : null),
    },
  ),
  ...row(
    payRegistration,
    { action: 'pay', subjects: ({ params }) => ({ registration: params.signupId }) },
    { action: 'declined-payment', subjects: ({ params }) => ({ registration: params.signupId }), failure: [402, 422] },
  ),
  ...row(
    validateProfessional,
    { action: 'validate-professional' },
    { action: 'ask-who-is-known', subjects: ({ body }) => (body.step === 'ONE' ? {} : null) },
  ),
  ...row(createProfessional, {
    action: 'register-professional',
    subjects: ({ body }) => ({ recipient: normaliseEmail(body.contact.email) }),
  }),
  ...rows('exchange-invite-code', [exchangeInviteCode]),
  ...signedInRows('open-family', [openCase]),
  ...signedInRows('print-letter', [printInvite]),
  ...signedInRows('send-invites', [inviteParent, correctEmail, revokeInvite]),
  ...[payPlan, payCodeBundle, payUpgrade, payRestart, replacePaymentMethod].flatMap((route) => [
    ...row(
      route,
      { action: 'pay', subjects: signedInSubject },
      { action: 'declined-payment', subjects: signedInSubject, failure: [402, 422] },
    ),
  ]),
  ...rows('use-invite', [openInvite, agreeToTerms, optInToMarketing, setCoParentFlag]),
  ...row(
    priceInvite,
    { action: 'read' },
    {
      action: 'try-codes',
      subjects: ({ body }) => (body.paymentCodes.length > 0 ? { registration: body.userId } : null),
    },
  ),
  ...row(
    payInvite,
    { action: 'pay', subjects: ({ body }) => ({ registration: body.userId }) },
    { action: 'declined-payment', subjects: ({ body }) => ({ registration: body.userId }), failure: [402, 422] },
  ),
  ...rows('request-invite', [requestInvite]),
  ...rows('look-up-place', [suggestPlaces, resolvePlace]),
];
