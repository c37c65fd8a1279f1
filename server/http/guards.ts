import type { FastifyRequest } from 'fastify';
import { passwordResetOwner } from '../identity/change-password.ts';
import { findInvite, isLive } from '../identity/invite-repository.ts';
import { tokenOwner } from '../identity/single-use-token.ts';
import { openRenewalLink, type RenewalLinkDependencies } from '../account/renewal-link.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { openRegistration } from '../sign-up/open-registration.ts';
import { credentialsOwner } from '../sign-up/set-credentials.ts';
import type { Guard } from './bind.ts';

type Dependencies = { db: Db; clock: Clock };

const secretPattern = /^[A-Za-z0-9_-]{20,128}$/;
const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Nothing is validated yet: what cannot be a secret of ours is none. */
function secretIn(request: FastifyRequest, header: string): string | null {
  const sent = request.headers[header];
  const secret = typeof sent === 'string' ? sent.replace(/^Bearer /, '') : '';
  return secretPattern.test(secret) ? secret : null;
}

function idIn(request: FastifyRequest, name: string): string | null {
  const id = (request.params as Record<string, string | undefined>)[name];
  return id !== undefined && idPattern.test(id) ? id : null;
}

const refusalOf = (found: object): Refusal | null => ('refused' in found ? (found as Refusal) : null);

/** Whoever holds the key of the sign-up that the address names. */
export function registrationGuard(dependencies: Dependencies): Guard {
  return async (request) => {
    const [signupId, registrationKey] = [idIn(request, 'signupId'), secretIn(request, 'x-registration-key')];
    if (signupId === null || registrationKey === null) return refuse('REGISTRATION_EXPIRED');
    return refusalOf(await openRegistration(dependencies, { signupId, registrationKey }));
  };
}

/** Whoever holds the token of an invite that still works. Whose it is remains the handler's question. */
export function inviteGuard({ db, clock }: Dependencies): Guard {
  return async (request) => {
    const token = secretIn(request, 'x-invite-token');
    const invite = token === null ? null : await findInvite(db, token);
    return invite && isLive(invite, clock.now()) ? null : refuse('INVITE_TOKEN_INVALID');
  };
}

const bearerGuard =
  (ownerOf: (secret: string) => Promise<object>): Guard =>
  async (request) => {
    const secret = secretIn(request, 'authorization');
    return secret === null ? refuse('TOKEN_INVALID') : refusalOf(await ownerOf(secret));
  };

/** Whoever holds a link that sets a password. */
export const passwordResetGuard = (dependencies: Dependencies): Guard =>
  bearerGuard((secret) => passwordResetOwner(dependencies, secret));

/** Whoever holds a link, or has just paid for the right, to choose username and password. */
export const credentialsGuard = (dependencies: Dependencies): Guard =>
  bearerGuard((secret) => credentialsOwner(dependencies, secret));

/** Whoever holds such a link, whether it still works or not. */
export const formerCredentialsGuard = ({ db }: Pick<Dependencies, 'db'>): Guard =>
  bearerGuard(async (secret) =>
    (await tokenOwner(db, { purpose: 'CREDENTIALS', secret })) === null ? refuse('TOKEN_INVALID') : {},
  );

/** Whoever holds the cancel link of the renewal that the address names. */
export function renewalLinkGuard(dependencies: RenewalLinkDependencies): Guard {
  return async (request) => {
    const [subscriptionId, token] = [idIn(request, 'subscriptionId'), secretIn(request, 'x-renewal-token')];
    if (subscriptionId === null || token === null) return refuse('TOKEN_INVALID');
    return refusalOf(await openRenewalLink(dependencies, { subscriptionId, token }));
  };
}
