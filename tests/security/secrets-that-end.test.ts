import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { days, hours } from '#server/clock.ts';
import { issueToken } from '#server/identity/single-use-token.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { renewalLinkSecret } from '#server/plans/renewal-link.ts';
import { readSubscription } from '#server/subscriptions/subscription-repository.ts';
import { callRefund, setRenewal } from '../setup/account-calls.ts';
import { credentialsOf, inviteCoParent, newUsername, putCredentials, readyToJoin } from '../setup/invited.ts';
import { resetByHolder } from '../setup/ownership/recovery-calls.ts';
import { close } from '../setup/parent-actions.ts';
import { addPerson, userIdOf } from '../setup/person.ts';
import { mailsTo, settleSales } from '../setup/sandbox.ts';
import { type PaidBody, readyToPay, send, submitPayment } from '../setup/sign-up.ts';
import { openSite, type TestSite } from '../setup/site.ts';
import { drain, moveClockTo, runDue, signedIn, subscribe } from '../setup/subscriber.ts';

type Headers = Record<string, string>;
type Call = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; headers?: Headers; body?: object };
type End = () => Promise<unknown>;
/** A secret as its holder uses it: the response to a call with it, and everything that ends it. */
type Held = { use: () => Promise<string>; ends: Record<string, End>; refusal: string };

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

async function codeOf({ app }: TestSite, { method = 'GET', ...call }: Call): Promise<string> {
  const { status, body } = await send<{ code?: string }>(app, { method, ...call });
  return status < 400 ? 'open' : (body.code ?? '');
}

const parentOfInvite = async (site: TestSite, inviterEmail: string) => {
  const userId = await userIdOf(site.dependencies.db, inviterEmail);
  return { userId, headers: await signedIn(site, userId) };
};

/** What a parent does to an invite ends both its link and the code of its letter. */
async function endsOfInvite(site: TestSite, inviterEmail: string): Promise<Record<string, End>> {
  const { headers, userId } = await parentOfInvite(site, inviterEmail);
  const own = '/v2/account/co-parent';
  const body = { email: 'joe.corrected@example.com' };
  return {
    withdrawn: () => send(site.app, { method: 'DELETE', path: `${own}/invites`, headers }),
    'address corrected': () => send(site.app, { method: 'PUT', path: `${own}/email`, headers, body }),
    'inviter closed': () => close({ site, actor: { userId } }),
    'after its days': async () => site.clock.advance(days(60)),
  };
}

async function inviteLink(site: TestSite): Promise<Held> {
  const { userId, headers, inviterEmail } = await inviteCoParent(site);
  const use = () => codeOf(site, { path: `/v2/invites/current?userId=${userId}`, headers });
  return { use, ends: await endsOfInvite(site, inviterEmail), refusal: 'INVITE_TOKEN_INVALID' };
}

async function joinedLink(site: TestSite): Promise<Held> {
  const { invited, authToken } = await readyToJoin(site);
  const { userId, headers } = invited;
  const join = () => putCredentials(site.app, { token: authToken, body: credentialsOf(newUsername()) });
  const use = () => codeOf(site, { path: `/v2/invites/current?userId=${userId}`, headers });
  return { use, ends: { joined: join }, refusal: 'INVITE_TOKEN_INVALID' };
}

async function letterCode(site: TestSite): Promise<Held> {
  const { inviterEmail } = await inviteCoParent(site);
  const { headers } = await parentOfInvite(site, inviterEmail);
  const path = '/v2/account/co-parent/letters';
  const { body } = await send<{ code: string }>(site.app, { method: 'POST', path, headers });
  const code = { code: body.code };
  const use = () => codeOf(site, { method: 'POST', path: '/v2/invite-codes/exchange', body: code });
  return { use, ends: await endsOfInvite(site, inviterEmail), refusal: 'VALIDATION' };
}

async function credentialsLink(site: TestSite): Promise<Held> {
  const registration = await readyToPay(site.app);
  const { clickToJoinToken: token } = (await submitPayment(site.app, registration)).body;
  const userId = await userIdOf(site.dependencies.db, registration.email);
  return {
    use: () => codeOf(site, { path: '/v2/credentials', headers: bearer(token) }),
    ends: {
      used: () => putCredentials(site.app, { token, body: credentialsOf(newUsername()) }),
      'account closed': () => close({ site, actor: { userId } }),
      'after a day': async () => site.clock.advance(hours(25)),
    },
    refusal: 'TOKEN_INVALID',
  };
}

async function passwordLink(site: TestSite): Promise<Held> {
  const { db, makeToken } = site.dependencies;
  const { userId } = await addPerson(db);
  const lifeMs = hours(1);
  const at = site.clock.now();
  const { secret } = await issueToken(db, { purpose: 'PASSWORD_RESET', userId, lifeMs, at, makeToken });
  const [path, headers] = ['/v2/users/password/reset', { ...bearer(secret), origin: 'http://localhost:3000' }];
  return {
    use: () => codeOf(site, { path, headers }),
    ends: {
      used: () => resetByHolder(site, secret, 'quiet-river-9'),
      'account closed': () => close({ site, actor: { userId } }),
      'after an hour': async () => site.clock.advance(hours(1)),
    },
    refusal: 'TOKEN_INVALID',
  };
}

async function renewalLink(site: TestSite): Promise<Held> {
  const { db, makeToken } = site.dependencies;
  const { userId, subscriptionId, periodEnd } = await subscribe(site);
  const [subscription, payer] = [await readSubscription(db, subscriptionId), await readUser(db, userId)];
  if (!subscription || !payer) throw new Error('Nobody has subscribed');
  const headers = { 'x-renewal-token': renewalLinkSecret(makeToken, { subscription, payer }) };
  return {
    use: () => codeOf(site, { path: `/v2/renewals/${subscriptionId}`, headers }),
    ends: {
      'plan refunded': async () => {
        await settleSales(site.sandboxUrl);
        await callRefund(site, userId);
      },
      'address changed': () =>
        db.updateTable('users').set({ email: 'elsewhere@example.com' }).where('id', '=', userId).execute(),
      'account closed': () => close({ site, actor: { userId } }),
      renewed: async () => {
        moveClockTo(site, periodEnd);
        await runDue(site);
      },
      'term over': async () => {
        await setRenewal(site, userId, subscriptionId, false);
        moveClockTo(site, periodEnd);
        await runDue(site);
      },
    },
    refusal: 'TOKEN_INVALID',
  };
}

async function resumeCode(site: TestSite): Promise<Held> {
  const registration = await readyToPay(site.app);
  const path = `/v2/registrations/${registration.signupId}/resume-codes`;
  const { headers } = registration;
  const { code } = (await send<{ code: string }>(site.app, { method: 'POST', path, headers, body: {} })).body;
  return {
    // A valid call uses it up, so where it must still be valid the database is read.
    use: () => codeOf(site, { method: 'POST', path: '/v2/resume-codes/exchange', body: { code } }),
    ends: {
      paid: () => submitPayment(site.app, registration),
      'after its hours': async () => site.clock.advance(days(2)),
    },
    refusal: 'VALIDATION',
  };
}

const secrets: Record<string, { held: (site: TestSite) => Promise<Held>; isUsedUp?: true }> = {
  'link of an invite': { held: inviteLink },
  'link of an invite by which somebody joined': { held: joinedLink },
  'code of a letter': { held: letterCode, isUsedUp: true },
  'link to the credentials': { held: credentialsLink },
  'link to a new password': { held: passwordLink },
  'link that cancels a renewal': { held: renewalLink },
  'code that continues a sign-up': { held: resumeCode, isUsedUp: true },
};

describe('X12: a secret ends with what it was for:', () => {
  test.each(Object.entries(secrets))('%s', async (_name, { held, isUsedUp = false }) => {
    const first = await openSite({ environment: { RATE_LIMIT_FACTOR: '10000' } });
    const { ends, use } = await held(first);
    expect(await use()).toBe('open');
    for (const end of Object.keys(ends)) {
      const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '10000' } });
      const one = await held(site);
      if (!isUsedUp) expect([end, await one.use()]).toEqual([end, 'open']);
      await one.ends[end]?.();
      expect([end, await one.use()]).toEqual([end, one.refusal]);
    }
  });
});

test('X12: a day after it paid, the key of a sign-up opens no account: its token only asks for a mail to the payer', async () => {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  const registration = await readyToPay(site.app);
  await submitPayment(site.app, registration);
  await drain(site);
  const tokenNow = async () => {
    const path = `/v2/registrations/${registration.signupId}/payment`;
    const { headers } = registration;
    return (await send<PaidBody>(site.app, { method: 'GET', path, headers })).body.clickToJoinToken;
  };
  const works = async () => codeOf(site, { path: '/v2/credentials', headers: bearer(await tokenNow()) });
  site.clock.advance(hours(23));
  expect(await works()).toBe('open');
  site.clock.advance(hours(2));
  expect(await works()).toBe('TOKEN_INVALID');
  const mailed = (await mailsTo(site.sandboxUrl, registration.email)).length;
  const headers = bearer(await tokenNow());
  expect(await codeOf(site, { method: 'POST', path: '/v2/credentials/requests', headers })).toBe('open');
  await drain(site);
  expect(await mailsTo(site.sandboxUrl, registration.email)).toHaveLength(mailed + 1);
  site.clock.advance(hours(1));
  expect(await works()).toBe('TOKEN_INVALID');
});

/** Every stored hash of a secret that gives access, with the test that uses the secret after each of its ends. */
const stored: Record<string, string> = {
  'activation_codes.code_hash': 'kept as hashes, pay a sign-up for nothing, and end together',
  'calendar_feeds.key_hash': 'the address is stored as a hash, and works until a new one, its removal, a sign-out',
  'enrolment_proofs.code_hash': 'withdrawn, expired, closed, mistyped and unknown codes get one answer',
  'factor_resets.stop_hash': 'A link, any session or a new password stops the removal for good',
  'invite_codes.code_hash': 'code of a letter',
  'invites.browser_hash': 'an invite in another browser shows nothing that was typed, and begins anew',
  'invites.token_hash': 'link of an invite',
  'known_devices.token_hash': 'the device cookie is set only at sign-in, changes each time',
  'oidc_records.grant_hash': 'every end of a session ends the apps’ logins, at once and everywhere',
  'oidc_records.id_hash': 'misuse of a code or token is rejected, and reuse revokes its grant',
  'oidc_records.uid_hash': 'misuse of a code or token is rejected, and reuse revokes its grant',
  'ownership_claims.token_hash': 'one proof against one freezes the account for 72 hours',
  'passkey_challenges.challenge_hash': 'A passkey assertion is valid once, for this site and its owner',
  'recovery_codes.code_hash': 'Each of ten recovery codes works once, new codes replace the earlier ones',
  'recovery_requests.token_hash':
    'a code expires after five wrong tries or ten minutes, and is invalid in another browser',
  'registrations.key_hash': 'once a sign-up is paid its key reveals the outcome and nothing more',
  'resumptions.secret_hash': 'code that continues a sign-up',
  'second_steps.token_hash': 'A new password keeps the second factor, and ends every sign-in that awaited it',
  'sessions.token_hash': 'every end of a session ends the apps’ logins, at once and everywhere',
  'single_use_tokens.token_hash': 'link to the credentials',
  'staff_sessions.token_hash': 'a staff session ends after twenty minutes without use',
};

/** Hashes of what a person knows, and hashes that recognise repeats, people or files: no link or key that could end. */
const opensNothing =
  /^users\.|^staff_actions\.|(request|content|address|mailbox|holder|tag)_hash|(family|person)_hashes/;

function testTitles(): string {
  const folders = ['api', 'security'].map((name) => path.resolve(import.meta.dirname, '..', name));
  return (
    folders
      .flatMap((folder) => globSync('**/*.test.ts', { cwd: folder }).map((name) => path.join(folder, name)))
      // The list of titles itself proves nothing.
      .filter((file) => file !== import.meta.filename)
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
  );
}

test('X12: every secret that is stored has a test that uses it after its end', async () => {
  const site = await openSite();
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ 'hash(es)?$' order by 1`.execute(site.dependencies.db);
  const secret = rows.map(({ name }) => name).filter((name) => !opensNothing.test(name));
  expect(secret).toEqual(Object.keys(stored).toSorted());
  const titles = testTitles();
  const proven = (title: string) => title in secrets || titles.includes(title);
  expect(Object.values(stored).filter((title) => !proven(title))).toEqual([]);
});
