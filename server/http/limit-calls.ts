import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readDiscountOffer } from '#contract/api/discount-offers.ts';
import { checkUsername } from '#contract/api/credentials.ts';
import { payCodeBundle } from '#contract/api/code-bundles.ts';
import { exchangeInviteCode } from '#contract/api/invite-codes.ts';
import { payInvite, priceInvite, requestInvite, updateInvitedParent } from '#contract/api/invites.ts';
import { resolvePlace, suggestPlaces } from '#contract/api/lookups.ts';
import { replacePaymentMethod } from '#contract/api/payment-methods.ts';
import { payRegistration } from '#contract/api/payments.ts';
import { calculatePrice } from '#contract/api/prices.ts';
import { correctEmail, inviteParent, openCase, payPlan, printInvite } from '#contract/api/professional-cases.ts';
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
import { createRegistration, updateFamily, updateRegistration } from '#contract/api/registrations.ts';
import { changeRenewalByLink, readRenewal } from '#contract/api/renewals.ts';
import { payRestart } from '#contract/api/restarts.ts';
import type { BodyOf, ParamsOf, QueryOf, Route } from '#contract/api/route.ts';
import { changePassword, signIn } from '#contract/api/sign-in.ts';
import { payUpgrade } from '#contract/api/upgrades.ts';
import { normaliseEmail } from '#contract/fields.ts';
import type { LimitedAction } from '../rate-limits/limits.ts';
import { networkOf } from '../rate-limits/network-address.ts';
import type { RateLimiter, Subjects } from '../rate-limits/rate-limiter.ts';
import { refuse } from '../refusal.ts';
import { callLanguage } from './language.ts';
import { sendRefusal } from './send-refusal.ts';
import { accountSubject } from './sign-in.ts';
import { sessionOf } from './signed-in.ts';

type Asked<R extends Route> = { body: BodyOf<R>; params: ParamsOf<R>; query: QueryOf<R>; request: FastifyRequest };
type Limited<R extends Route> = {
  action: LimitedAction;
  /** Beside the network address. Null: this call does not count. */
  subjects?: (asked: Asked<R>) => Subjects | null | Promise<Subjects | null>;
  /** Statuses of the answer that are a failed attempt. */
  failure?: readonly number[];
};
type LimitedCall = { route: Route; limited: Limited<Route> };

const row = <R extends Route>(route: R, ...all: Limited<R>[]): LimitedCall[] =>
  all.map((limited) => ({ route, limited: limited as unknown as Limited<Route> }));
const phoneSubject = ({ countryCode, mobilePhoneNumber }: { countryCode: string; mobilePhoneNumber: string }) =>
  `${countryCode}${mobilePhoneNumber.replace(/^0+/, '')}`;
const signedInSubject = async ({ request }: { request: FastifyRequest }) => {
  const session = await sessionOf(request);
  return session ? { account: session.user.id } : {};
};

/** Which call is limited as which action. How often: `rate-limits/limits.ts`. */
const limitedCalls: readonly LimitedCall[] = [
  ...row(signIn, { action: 'sign-in', subjects: ({ body }) => ({ account: accountSubject(body.username) }), failure: [401] }),
  ...row(changePassword, { action: 'change-password', subjects: signedInSubject }),
  ...row(askPassword, { action: 'ask-recovery', subjects: ({ body }) => ({ recipient: body.usernameOrEmail.toLowerCase() }) }),
  ...row(recoverUsernameByEmail, { action: 'ask-recovery', subjects: ({ query }) => ({ recipient: query.email.toLowerCase() }) }),
  ...row(recoverUsernameByPhone, { action: 'ask-code', subjects: ({ query }) => ({ recipient: phoneSubject(query) }) }),
  ...row(sendUsernameRecoveryEmail, { action: 'ask-recovery', subjects: ({ query }) => ({ recipient: query.userId }) }),
  ...row(checkVerificationCode, { action: 'check-code' }),
  ...row(readPasswordReset, { action: 'use-token' }),
  ...row(resetPassword, { action: 'use-token' }),
  ...row(checkUsername, { action: 'check-username' }),
  ...row(readDiscountOffer, { action: 'read-discount-offer' }),
  ...row(createRegistration, { action: 'start-registration' }, { action: 'ask-who-is-known' }),
  ...[updateRegistration, updateFamily].flatMap((route) =>
    row(route, { action: 'ask-who-is-known', subjects: ({ params }) => ({ registration: params.signupId }) }),
  ),
  ...row(updateInvitedParent, { action: 'ask-who-is-known', subjects: ({ params }) => ({ registration: params.userId }) }),
  ...row(calculatePrice, {
    action: 'try-codes',
    subjects: ({ body, params }) => (body.paymentCodes.length > 0 ? { registration: params.signupId } : null),
  }),
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
  ...row(exchangeInviteCode, { action: 'exchange-invite-code' }),
  ...row(openCase, { action: 'open-family', subjects: signedInSubject }),
  ...row(printInvite, { action: 'print-letter', subjects: signedInSubject }),
  ...row(inviteParent, { action: 'send-invites', subjects: signedInSubject }),
  ...row(correctEmail, { action: 'send-invites', subjects: signedInSubject }),
  ...[readRenewal, changeRenewalByLink].flatMap((route) => row(route, { action: 'use-token' })),
  ...[payPlan, payCodeBundle, payUpgrade, payRestart, replacePaymentMethod].flatMap((route) => [
    ...row(
      route,
      { action: 'pay', subjects: signedInSubject },
      { action: 'declined-payment', subjects: signedInSubject, failure: [402, 422] },
    ),
  ]),
  ...row(priceInvite, {
    action: 'try-codes',
    subjects: ({ body }) => (body.paymentCodes.length > 0 ? { registration: body.userId } : null),
  }),
  ...row(
    payInvite,
    { action: 'pay', subjects: ({ body }) => ({ registration: body.userId }) },
    { action: 'declined-payment', subjects: ({ body }) => ({ registration: body.userId }), failure: [402, 422] },
  ),
  ...row(requestInvite, { action: 'request-invite' }),
  ...row(suggestPlaces, { action: 'look-up-place' }),
  ...row(resolvePlace, { action: 'look-up-place' }),
];

const keyOf = (method: string, url: string) => `${method} ${url}`;

function callsByRoute(prefix: string): Map<string, Limited<Route>[]> {
  const byRoute = new Map<string, Limited<Route>[]>();
  for (const { route, limited } of limitedCalls) {
    const key = keyOf(route.method, `${prefix}${route.path}`);
    byRoute.set(key, [...(byRoute.get(key) ?? []), limited]);
  }
  return byRoute;
}

async function subjectsOf(limited: Limited<Route>, request: FastifyRequest): Promise<Subjects | null> {
  const { body, params, query } = request;
  const own = limited.subjects ? await limited.subjects({ body, params, query, request }) : {};
  return own && { ...own, address: networkOf(request.ip) };
}

function tooMany(request: FastifyRequest, reply: FastifyReply, retryAfterSeconds: number): FastifyReply {
  reply.header('retry-after', String(retryAfterSeconds));
  return sendRefusal({
    reply,
    request,
    refusal: refuse('TOO_MANY_REQUESTS', { extra: { retryAfterSeconds } }),
    language: callLanguage(request),
  });
}

/** Refuses calls that come too often, before they do anything: 429 with Retry-After. Bodies are parsed by then. */
export function limitCalls(api: FastifyInstance, rateLimiter: RateLimiter): void {
  const byRoute = callsByRoute(api.prefix);
  const limitsOf = (request: FastifyRequest) => byRoute.get(keyOf(request.method, request.routeOptions.url ?? '')) ?? [];
  const passed = new WeakSet<FastifyRequest>();

  api.addHook('preHandler', async (request, reply) => {
    for (const limited of limitsOf(request)) {
      const subjects = await subjectsOf(limited, request);
      const { retryAfterSeconds } = subjects ? await rateLimiter.attempt(limited.action, subjects) : { retryAfterSeconds: null };
      if (retryAfterSeconds !== null) return tooMany(request, reply, retryAfterSeconds);
    }
    passed.add(request);
  });

  // Counted before the answer leaves: the next try comes after it.
  api.addHook('onSend', async (request, reply) => {
    if (!passed.has(request)) return;
    for (const limited of limitsOf(request)) {
      if (!limited.failure?.includes(reply.statusCode)) continue;
      const subjects = await subjectsOf(limited, request);
      if (subjects) await rateLimiter.failed(limited.action, subjects);
    }
  });
}
