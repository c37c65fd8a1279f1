import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type DeviceKey,
  deviceOfPhone,
  deviceOfUser,
  deviceOfUsername,
  knownDeviceDays,
  rememberDevice,
} from '../identity/known-device.ts';
import { nameSubject, usernameMeant } from '../identity/sign-in-name.ts';
import { callerOf } from '../rate-limits/network-address.ts';
import type { RateLimiter, Subjects } from '../rate-limits/rate-limiter.ts';
import { cookieToken } from './request-token.ts';
import { signedInDependencies } from './signed-in.ts';

function deviceCookie({ secureCookies }: { secureCookies: boolean }) {
  const name = secureCookies ? '__Host-device' : 'device';
  const maxAge = knownDeviceDays * 24 * 60 * 60;
  return { name, options: { path: '/', httpOnly: true, secure: secureCookies, sameSite: 'strict', maxAge } as const };
}

const tokenOf = (request: FastifyRequest) => cookieToken(request, deviceCookie(signedInDependencies(request)).name);

/**
 * Whoever has just proved to own the account is let through from this browser from now on, however many strangers
 * guess.
 */
export async function setDeviceCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  owner: { userId: string; loggedInOn?: string },
): Promise<void> {
  const { db, clock, ...cookies } = signedInDependencies(request);
  const { token } = await rememberDevice(db, { ...owner, token: tokenOf(request), at: clock.now() });
  const { name, options } = deviceCookie(cookies);
  reply.setCookie(name, token, options);
}

/** A known device has attempts of its own: neither strangers nor others behind its address use them up. */
const onlyDevice = (device: DeviceKey): Subjects => ({ device, address: undefined, network: undefined });

/** Who the attempts at a password are counted against. */
export async function signInSubjects(request: FastifyRequest, typed: string): Promise<Subjects> {
  const token = tokenOf(request);
  const { db, clock } = signedInDependencies(request);
  const username = await usernameMeant(db, typed);
  const device = token && (await deviceOfUsername(db, { token, at: clock.now() }, username));
  return device ? onlyDevice(device) : { name: nameSubject(typed) };
}

/**
 * Who the attempts at a second factor's code are counted against: strangers who know the password use up none of a
 * known device's.
 */
export async function secondFactorSubjects(request: FastifyRequest, userId: string): Promise<Subjects> {
  const token = tokenOf(request);
  const { db, clock } = signedInDependencies(request);
  const device = token && (await deviceOfUser(db, { token, at: clock.now() }, userId));
  return device ? onlyDevice(device) : { account: userId };
}

/** A correct code clears what was counted against its sender. */
export async function forgiveCodes(rateLimiter: Pick<RateLimiter, 'forgive'>, tries: Subjects): Promise<void> {
  for (const by of ['account', 'device'] as const)
    if (tries[by] !== undefined) await rateLimiter.forgive('second-factor', by, tries[by]);
}

/**
 * The cause of a code to a phone: a browser that has signed in to an account with it, or a network. The phone of an
 * account need not be its owner's.
 */
export async function codeCause(
  request: FastifyRequest,
  phone: { phoneCountryCode: string; phoneNumber: string },
): Promise<{ account: string } | { network: string }> {
  const token = tokenOf(request);
  const { db, clock } = signedInDependencies(request);
  const device = token && (await deviceOfPhone(db, { token, at: clock.now() }, phone));
  const { address, network = address } = callerOf(request.ip);
  return device ? { account: device } : { network };
}
