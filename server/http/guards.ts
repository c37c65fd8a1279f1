import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, callers, type ServiceScope } from '#contract/api/callers.ts';
import type { RouteRules } from '#contract/api/route.ts';
import type { ProblemCode } from '#contract/error-codes.ts';
import type { UserRole } from '#contract/sign-in/home-redirect.ts';
import type { StaffRole } from '#contract/staff/staff.ts';
import { passwordResetOwner } from '../identity/change-password.ts';
import { findInvite, isLive } from '../identity/invite-repository.ts';
import { findClaim } from '../identity/ownership/claim-repository.ts';
import { resetOfLink } from '../identity/second-factor/factor-reset.ts';
import { hasSecondFactor } from '../identity/second-factor/factors.ts';
import type { FactorDependencies } from '../identity/second-factor/manage-factors.ts';
import { findSecondStep } from '../identity/second-factor/second-step.ts';
import { isFresh } from '../identity/session.ts';
import { findToken, formerToken } from '../identity/single-use-token.ts';
import { mailboxOfToken } from '../invites/stop-invites.ts';
import type { ClientLogins } from '../oidc/client-logins.ts';
import { openRenewalLink, type RenewalLinkDependencies } from '../plans/renewal-link.ts';
import type { Subjects } from '../rate-limits/rate-limiter.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { openRegistration, type RegistrationAccess } from '../sign-up/open-registration.ts';
import { isPaid, type Registration } from '../sign-up/registration.ts';
import { type CredentialsOwner, credentialsOwner } from '../sign-up/set-credentials.ts';
import { callLanguage } from './language.ts';
import { siteOf } from './request-site.ts';
import { sendRefusal } from './send-refusal.ts';
import { sessionOf, signedInDependencies } from './signed-in.ts';
import { staffSessionOf } from './staff-signed-in.ts';

/**
 * Who a call has proved to come from, which its attempts are counted by. An id that it only names (in its body or path)
 * is not included, because a stranger could use up that person's attempts.
 */
export type ProvenCaller = Pick<Subjects, 'account' | 'session' | 'registration'>;
/** Lets the call through by returning who it proves. */
type Guard = (request: FastifyRequest) => Promise<Refusal | ProvenCaller>;
export type GuardDependencies = RenewalLinkDependencies &
  Pick<FactorDependencies, 'requiresFactor'> & { clientLogins: ClientLogins | null };

const secretPattern = /^[A-Za-z0-9_-]{20,128}$/;
const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Nothing is validated yet: what cannot be one of our secrets counts as missing. */
function secretIn(request: FastifyRequest, header: `x-${string}`): string | null {
  const sent = request.headers[header];
  return typeof sent === 'string' && secretPattern.test(sent) ? sent : null;
}

/** The token after `Bearer`, in any case (RFC 9110, 11.1); a token without its scheme is none. */
function bearerIn({ headers }: FastifyRequest): string | null {
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return secretPattern.test(token) ? token : null;
}

function idIn(request: FastifyRequest, name: string): string | null {
  const id = (request.params as Record<string, string | undefined>)[name];
  return id !== undefined && idPattern.test(id) ? id : null;
}

const proven = new WeakMap<FastifyRequest, ProvenCaller>();

/** The caller, as established by the guard of the call's route. */
export const provenCaller = (request: FastifyRequest): ProvenCaller => proven.get(request) ?? {};

const opened = new WeakMap<FastifyRequest, Registration>();

type RegistrationCall = {
  params: { signupId: string };
  headers: { 'x-registration-key': string };
  request: FastifyRequest;
};

/** Id from the path and key from the header, which give access to a registration; and what its guard found by them. */
export function accessOf({ params, headers, request }: RegistrationCall): RegistrationAccess {
  return { signupId: params.signupId, registrationKey: headers['x-registration-key'], opened: opened.get(request) };
}

/** The key of the sign-up in the path. Once that is paid, the key reveals outcome and prices and does nothing more. */
function registrationGuard(dependencies: GuardDependencies, { former }: { former: boolean }): Guard {
  return async (request) => {
    const [signupId, registrationKey] = [idIn(request, 'signupId'), secretIn(request, 'x-registration-key')];
    if (signupId === null || registrationKey === null) return refuse('REGISTRATION_EXPIRED');
    const found = await openRegistration(dependencies, { signupId, registrationKey });
    if ('refused' in found) return found;
    if (!former && isPaid(found)) return refuse('ALREADY_PAID');
    opened.set(request, found);
    return { registration: found.id };
  };
}

const inviteOf = async ({ db }: GuardDependencies, request: FastifyRequest) => {
  const token = secretIn(request, 'x-invite-token');
  return token === null ? null : findInvite(db, token);
};

/** The token of a valid invite. Whether the call names its person is left to the handler. */
function inviteGuard(dependencies: GuardDependencies): Guard {
  return async (request) => {
    const invite = await inviteOf(dependencies, request);
    const works = invite && isLive(invite, dependencies.clock.now());
    return works ? { registration: invite.userId } : refuse('INVITE_TOKEN_INVALID');
  };
}

function formerInviteGuard(dependencies: GuardDependencies): Guard {
  return async (request) => {
    if (secretIn(request, 'x-invite-token') === null) return refuse('INVITE_TOKEN_INVALID');
    return (await inviteOf(dependencies, request)) ? {} : refuse('INVITE_REQUEST_FAILED');
  };
}

const bearerGuard =
  (ownerOf: (secret: string, request: FastifyRequest) => Promise<object>): Guard =>
  async (request) => {
    const secret = bearerIn(request);
    const found = secret === null ? refuse('TOKEN_INVALID') : await ownerOf(secret, request);
    if (isRefusal(found)) return found;
    return 'userId' in found && typeof found.userId === 'string' ? { account: found.userId } : {};
  };

const credentialsOwners = new WeakMap<FastifyRequest, CredentialsOwner>();

/** Whose credentials the call's token sets, as its guard has found it. */
export const ownerOfCall = (request: FastifyRequest): CredentialsOwner | undefined => credentialsOwners.get(request);

/** The cancel link of the renewal in the path. */
function renewalLinkGuard(dependencies: GuardDependencies): Guard {
  return async (request) => {
    const [subscriptionId, token] = [idIn(request, 'subscriptionId'), secretIn(request, 'x-renewal-token')];
    if (subscriptionId === null || token === null) return refuse('TOKEN_INVALID');
    const found = await openRenewalLink(dependencies, { subscriptionId, token });
    return isRefusal(found) ? found : {};
  };
}

/**
 * Not signed in → 401 NOT_SIGNED_IN; not allowed → 403 FORBIDDEN. While ownership of an account is disputed, it shows
 * and changes nothing: the signed-in user may be the other party.
 */
function sessionGuard({ roles, confirmed = false }: { roles: readonly UserRole[]; confirmed?: boolean }): Guard {
  return async (request) => {
    const session = await sessionOf(request);
    if (!session) return refuse('NOT_SIGNED_IN');
    if (session.isFrozen) return refuse('ACCOUNT_FROZEN');
    const { id, role, username } = session.user;
    return roles.includes(role) && !(confirmed && username === null)
      ? { account: id, session: session.id }
      : refuse('FORBIDDEN');
  };
}

/**
 * If the configuration requires a second factor of a role, the role's own routes stay closed until there is one. Routes
 * for everybody who is signed in, such as adding one, stay open.
 */
function factorGuard({ db, requiresFactor }: GuardDependencies, guard: Guard): Guard {
  return async (request) => {
    const found = await guard(request);
    const session = isRefusal(found) ? null : await sessionOf(request);
    if (!session || !requiresFactor(session.user.role)) return found;
    return (await hasSecondFactor(db, session.user.id)) ? found : refuse('SECOND_FACTOR_REQUIRED');
  };
}

/** Not a staff member → 401 NOT_SIGNED_IN; one without any of the roles → 403 FORBIDDEN. */
function staffGuard({ staffRoles }: { staffRoles: readonly StaffRole[] }): Guard {
  return async (request) => {
    const staff = await staffSessionOf(request);
    if (!staff) return refuse('NOT_SIGNED_IN');
    const may = staff.roles.some((role) => staffRoles.includes(role));
    return may ? { account: staff.subject } : refuse('FORBIDDEN');
  };
}

/** No service token → 401 NOT_SIGNED_IN; one without the scope → 403 FORBIDDEN. */
function serviceGuard({ clientLogins }: GuardDependencies, { scope }: { scope: ServiceScope }): Guard {
  return async (request) => {
    const token = bearerIn(request);
    const scopes =
      token === null ? null : ((await clientLogins?.scopesOfService({ token, site: siteOf(request) })) ?? null);
    if (scopes === null) return refuse('NOT_SIGNED_IN');
    return scopes.includes(scope) ? {} : refuse('FORBIDDEN');
  };
}

/** RFC 6750 (3): a request without credentials gets no error code. */
function challenge({ headers }: FastifyRequest, { refused }: Refusal): string {
  const errors: Partial<Record<ProblemCode, string>> = {
    NOT_SIGNED_IN: headers.authorization === undefined ? '' : ', error="invalid_token"',
    FORBIDDEN: `, error="insufficient_scope", scope="${callers.service.scope}"`,
  };
  return `Bearer realm="services"${errors[refused] ?? ''}`;
}

/** The caller is authorised; if the row says `fresh`, they must also have proved their identity recently. */
async function freshGuard({ fresh }: RouteRules, request: FastifyRequest): Promise<Refusal | null> {
  if (!fresh) return null;
  const session = await sessionOf(request);
  const { clock } = signedInDependencies(request);
  return session && isFresh(session, clock.now()) ? null : refuse('FRESH_SIGN_IN_NEEDED');
}

function guardsOf(dependencies: GuardDependencies): Record<Caller, Guard> {
  const { db } = dependencies;
  const formerOwner = async (secret: string) =>
    (await formerToken(db, { purpose: 'CREDENTIALS', secret })) === null ? refuse('TOKEN_INVALID') : {};
  return {
    anyone: async () => ({}),
    registration: registrationGuard(dependencies, { former: false }),
    'former-registration': registrationGuard(dependencies, { former: true }),
    invite: inviteGuard(dependencies),
    'former-invite': formerInviteGuard(dependencies),
    credentials: bearerGuard(async (secret, request) => {
      const found = await credentialsOwner(dependencies, secret);
      if (!('refused' in found)) credentialsOwners.set(request, found);
      return found;
    }),
    'former-credentials': bearerGuard(formerOwner),
    'password-reset': bearerGuard((secret) => passwordResetOwner(dependencies, secret)),
    'second-step': bearerGuard(async (token) => {
      return (await findSecondStep(db, { token, at: dependencies.clock.now() })) ?? refuse('TOKEN_INVALID');
    }),
    'factor-reset-link': bearerGuard(async (secret) => (await resetOfLink(db, secret)) ?? refuse('TOKEN_INVALID')),
    'stop-invites-link': bearerGuard(async (token) => {
      return mailboxOfToken(dependencies.makeToken, { link: 'LINK', token }) ? {} : refuse('TOKEN_INVALID');
    }),
    'ownership-claim': bearerGuard(async (token) => {
      const claim = await findClaim(db, { token, at: dependencies.clock.now() });
      if (!claim) return refuse('TOKEN_INVALID');
      // Also counted by the first proof: whoever shares the mailbox uses up nothing of whoever has the phone.
      return claim.userId === null ? {} : { userId: `${claim.userId} ${claim.evidence[0]?.kind ?? ''}` };
    }),
    'ownership-link': bearerGuard(async (secret) => {
      const at = dependencies.clock.now();
      return (await findToken(db, { purpose: 'OWNERSHIP_CLAIM', secret, at })) ?? refuse('TOKEN_INVALID');
    }),
    'invoice-address-link': bearerGuard(async (secret) => {
      const at = dependencies.clock.now();
      return (await findToken(db, { purpose: 'INVOICE_ADDRESS', secret, at })) ?? refuse('TOKEN_INVALID');
    }),
    'renewal-link': renewalLinkGuard(dependencies),
    'signed-in': sessionGuard(callers['signed-in']),
    parent: sessionGuard(callers.parent),
    professional: factorGuard(dependencies, sessionGuard(callers.professional)),
    'confirmed-professional': factorGuard(dependencies, sessionGuard(callers['confirmed-professional'])),
    service: serviceGuard(dependencies, callers.service),
    staff: staffGuard(callers.staff),
    'staff-people': staffGuard(callers['staff-people']),
    'staff-growth': staffGuard(callers['staff-growth']),
    'staff-admin': staffGuard(callers['staff-admin']),
  };
}

/**
 * Authorizes by the route's row. Runs before body, query and parameters are parsed, so that validation errors reveal
 * nothing to unauthorised callers.
 */
export function guardCalls(api: FastifyInstance, dependencies: GuardDependencies): void {
  const guards = guardsOf(dependencies);
  api.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const { rules } = request.routeOptions.config;
    const found = rules ? await guards[rules.caller](request) : {};
    const refusal = isRefusal(found) ? found : rules ? await freshGuard(rules, request) : null;
    if (!isRefusal(found)) proven.set(request, found);
    if (refusal && rules && callers[rules.caller].proof === 'service')
      reply.header('www-authenticate', challenge(request, refusal));
    if (refusal) return sendRefusal({ reply, request, refusal, language: callLanguage(request) });
  });
}
