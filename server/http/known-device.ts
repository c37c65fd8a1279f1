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
import type { Subjects } from '../rate-limits/rate-limiter.ts';
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

/** A known device counts for itself: neither strangers nor the others behind its address use up its tries. */
const onlyDevice = (device: DeviceKey): Subjects => ({ device, address: undefined, network: undefined });

/** Whom the tries of a password are counted against. */
export async function signInSubjects(request: FastifyRequest, typed: string): Promise<Subjects> {
  const token = tokenOf(request);
  const { db, clock } = signedInDependencies(request);
  const username = await usernameMeant(db, typed);
  const device = token && (await deviceOfUsername(db, { token, at: clock.now() }, username));
  return device ? onlyDevice(device) : { name: nameSubject(typed) };
}

/**
 * Whom the codes of a second factor are counted against: strangers who know the password use up none of a known
 * device's.
 */
export async function secondFactorSubjects(request: FastifyRequest, userId: string): Promise<Subjects> {
  const token = tokenOf(request);
  const { db, clock } = signedInDependencies(request);
  const device = token && (await deviceOfUser(db, { token, at: clock.now() }, userId));
  return device ? onlyDevice(device) : { account: userId };
}

type Phone = { phoneCountryCode: string; phoneNumber: string };

/** A national number is one with and without its leading zero. */
export const phoneSubject = ({ phoneCountryCode, phoneNumber }: Phone): string =>
  `${phoneCountryCode}${phoneNumber.replace(/^0+/, '')}`;

/**
 * Whom the codes sent to a phone are counted against. A known device has tries of its own, but no phone gets any number
 * of texts: the phone of an account need not be its owner's.
 */
export async function codeSubjects(
  request: FastifyRequest,
  { countryCode, mobilePhoneNumber }: { countryCode: string; mobilePhoneNumber: string },
): Promise<Subjects> {
  const named = { phoneCountryCode: countryCode, phoneNumber: mobilePhoneNumber };
  const phone = phoneSubject(named);
  const token = tokenOf(request);
  const { db, clock } = signedInDependencies(request);
  const device = token && (await deviceOfPhone(db, { token, at: clock.now() }, named));
  return device ? { ...onlyDevice(device), phone } : { recipient: phone };
}
