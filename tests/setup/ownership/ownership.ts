import type { ClaimView } from '#contract/api/ownership-claims.ts';
import { textedCode } from '#server/account/texted-code.ts';
import { days } from '#server/clock.ts';
import { type HashedSecurity, hashSecurity, saveSecurity } from '#server/identity/security-repository.ts';
import { answerClaim, claimCode } from '#server/ownership/open-claim.ts';
import { hashSecret } from '#server/secret.ts';
import { addPerson, type Person, signInAs } from '../person.ts';
import { type Answer, send } from '../sign-up.ts';
import type { TestSite } from '../site.ts';
import { type Authenticator, withPasskey } from './second-factor.ts';

export type Problem = { code?: string };
type Body = Partial<ClaimView> &
  Problem & { claimToken?: string; passwordToken?: string | null; undone?: boolean; waitUntil?: string | null };
type Destination = { email: string } | { phoneCountryCode: string; phoneNumber: string };

export const question = {
  securityQuestion: 'What was the name of your first school?',
  securityAnswer: 'Lakeside',
  securityCode: '4711',
};
/** Hashing takes a core for tens of milliseconds, and the question is the same for all. */
let hashedQuestion: Promise<HashedSecurity> | undefined;

/**
 * A person with a mailbox, a phone, a password and a security question, optionally a passkey, and no recent changes.
 */
export async function addOwner(
  site: TestSite,
  { hasPasskey = false } = {},
): Promise<Person & { passkey: Authenticator | null }> {
  const { db, clock } = site.dependencies;
  const person = await addPerson(db, { at: clock.now() });
  hashedQuestion ??= hashSecurity(question);
  const hashed = await hashedQuestion;
  await db.transaction().execute((trx) => saveSecurity(trx, { userId: person.userId, hashed, at: clock.now() }));
  if (!hasPasskey) return { ...person, passkey: null };
  const { headers } = await signInAs(site.app, person);
  const { authenticator: passkey } = await withPasskey(site.app, headers);
  site.clock.advance(days(8));
  await db.updateTable('accountActivity').set({ before: null }).where('userId', '=', person.userId).execute();
  return { ...person, passkey };
}

/** What a signed-in person can do to an account through the API. */
export async function sessionCalls(site: TestSite, credentials: Pick<Person, 'username' | 'password'>) {
  const { headers, auth } = await signInAs(site.app, credentials);
  return callsWith(site, headers, auth);
}

/** The same with a session that was opened another way. */
export function callsWith(site: TestSite, headers: Record<string, string>, auth = '') {
  const call = <T = Problem>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    send<T>(site.app, { method, path: `/v2/account${path}`, headers, ...(body ? { body } : {}) });
  const { db, makeToken } = site.dependencies;
  const newestToken = (purpose: 'EMAIL_CHANGE' | 'PHONE_CHANGE') =>
    db
      .selectFrom('singleUseTokens')
      .select('id')
      .where('purpose', '=', purpose)
      .where('usedAt', 'is', null)
      .orderBy('id', 'desc')
      .executeTakeFirst();
  type Moved = Answer<Problem & { outcome?: string }>;
  /** Requests the change; the returned function confirms it. */
  const askEmail = async (email: string, { withText = false } = {}): Promise<() => Promise<Moved>> => {
    await call('POST', '/profile/email', { email, oldMailboxShared: withText });
    const { id = '' } = (await newestToken('EMAIL_CHANGE')) ?? {};
    const token = makeToken('EMAIL_CHANGE', id);
    const code = withText ? { code: textedCode(makeToken, id) } : {};
    return () => call('POST', '/profile/email/confirmation', { token, ...code });
  };
  const askPhone = async (phoneNumber: string): Promise<() => Promise<Moved>> => {
    await call('POST', '/profile/phone', { phoneCountryCode: '+1', phoneNumber });
    const { id = '' } = (await newestToken('PHONE_CHANGE')) ?? {};
    return () => call('POST', '/profile/phone/confirmation', { code: textedCode(makeToken, id) });
  };
  return {
    headers,
    auth,
    call,
    askEmail,
    askPhone,
    moveEmail: async (...change: Parameters<typeof askEmail>) => (await askEmail(...change))(),
    movePhone: async (phoneNumber: string) => (await askPhone(phoneNumber))(),
    changePassword: (currentPassword: string, password: string) =>
      send<Problem>(site.app, {
        method: 'POST',
        path: `/ofw/signup/changepassword.form?_at=${auth}`,
        headers,
        body: { currentPassword, password },
      }),
  };
}

/** "This is my account", as a browser without a session. */
export function claimCalls(site: TestSite) {
  const { db, makeToken } = site.dependencies;
  const withToken = (token: string) => ({ authorization: `Bearer ${token}` });
  const call = (method: 'GET' | 'POST', path: string, token: string | null, body?: object) =>
    send<Body>(site.app, {
      method,
      path: `/v2/ownership-claims${path}`,
      headers: token === null ? {} : withToken(token),
      ...(body ? { body } : {}),
    });
  const rowOf = (token: string) =>
    db
      .selectFrom('ownershipClaims')
      .select(['id', 'round', 'typed'])
      .where('tokenHash', '=', hashSecret(token))
      .executeTakeFirstOrThrow();
  const prove = (token: string, proof: object) => call('POST', '/proofs', token, proof);
  const proveCode = async (token: string) =>
    prove(token, { kind: 'CODE', code: claimCode(makeToken, await rowOf(token)) });
  return {
    call,
    prove,
    proveCode,
    /** Begins a claim and enters the code, as the reader of that mailbox or phone can. */
    begin: async (to: Destination) => {
      const token = (await call('POST', '', null, to)).body.claimToken ?? '';
      await answerClaim(site.dependencies, (await rowOf(token)).id);
      return { token, answer: await proveCode(token) };
    },
    /** `reader`: of nobody else's phone. */
    second: async (token: string, channel: 'MAILBOX' | 'PHONE', reader?: Pick<Person, 'phoneNumber'>) => {
      await call('POST', '/codes', token, { channel });
      const { typed } = await rowOf(token);
      const isTheirs = !reader || (typed as Partial<Person> | null)?.phoneNumber === reader.phoneNumber;
      return isTheirs ? proveCode(token) : prove(token, { kind: 'CODE', code: '000000' });
    },
    /** By the link mailed to a replaced address, and a code texted to the former phone. */
    undoByLink: async (secret: string) => {
      const opened = await call('POST', '/by-link', secret);
      const { claimToken: token = '' } = opened.body;
      if (token === '') return opened;
      await call('POST', '/codes', token, { channel: 'PHONE' });
      await proveCode(token);
      return call('POST', '/decision', token, { keep: false });
    },
    decide: (token: string, keep = false) => call('POST', '/decision', token, { keep }),
    wait: (token: string) => call('POST', '/wait', token),
  };
}
