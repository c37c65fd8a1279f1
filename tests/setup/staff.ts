import { randomBytes, randomUUID } from 'node:crypto';
import type { OfferedAction, PersonView } from '#contract/api/staff/staff-people.ts';
import type { StaffRole } from '#contract/staff/staff.ts';
import type { StaffActionName } from '#contract/staff/staff-actions.ts';
import { after, days } from '#server/clock.ts';
import { newId } from '#server/new-id.ts';
import { storeBatch } from '#server/pricing/store-code-batch.ts';
import { openStaffSession } from '#server/staff/staff-session.ts';
import { cookieOf } from './person.ts';
import type { TestSite } from './site.ts';

const origin = 'http://localhost:3000';

/** A staff member's browser headers, with a session created directly. */
export async function staffHeaders(
  { dependencies: { db }, clock }: Pick<TestSite, 'dependencies' | 'clock'>,
  roles: StaffRole[],
  subject = `staff-${roles.join('-').toLowerCase()}`,
): Promise<Record<string, string>> {
  const { token } = await openStaffSession(db, { subject, name: 'Sam Support', roles, at: clock.now() });
  return { origin, cookie: `staff=${token}` };
}

/** Signs in through the sandbox's identity provider as one of its people; returns the redirect. `jar`: its cookies. */
export async function throughIdentityProvider(
  address: string,
  member: string,
  jar = new Map<string, string>(),
): Promise<string> {
  let url = address;
  for (let step = 0; step < 8; step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`The identity provider answered ${answer.status}: ${await answer.text()}`);
    url = new URL(next, url).href;
    if (url.startsWith(origin)) return new URL(url).search;
    if (/\/identity-sign-in\/[^/]+$/.test(url)) url = `${url}/${member}`;
  }
  throw new Error('Too many redirects by the identity provider');
}

/** Starts a sign-in: the redirect, and the browser's cookie. */
export async function beginSignIn({ app }: Pick<TestSite, 'app'>): Promise<{ address: string; cookie: string }> {
  const begun = await app.inject({ method: 'POST', url: '/api/v2/staff/sign-ins', headers: { origin } });
  return {
    address: begun.json<{ address: string }>().address,
    cookie: cookieOf(begun.headers, 'staff-sign-in') ?? '',
  };
}

/** A call for each of the console's rate limits. `subject`: the staff member whose calls are counted. */
export async function limitedCallsOfStaff(site: Pick<TestSite, 'dependencies' | 'clock'>, subject: string) {
  const headers = await staffHeaders(site, ['ADMIN'], subject);
  const person = `/v2/staff/people/${randomUUID()}`;
  const note = { action: 'NOTE', subject: null, reason: 'Called back' };
  return {
    'staff-sign-in': { method: 'POST', path: '/v2/staff/sessions', body: { answer: '' } },
    'staff-read': { method: 'GET', path: person, headers },
    'staff-act': { method: 'POST', path: `${person}/actions`, body: note, headers },
  } as const;
}

type Headers = Record<string, string>;

/** A reason, for tests that do not care. */
export const reason = 'Asked on the phone';

/** A user's page, as a staff member sees it. */
export async function viewPerson({ app }: Pick<TestSite, 'app'>, headers: Headers, userId: string) {
  return (await app.inject({ url: `/api/v2/staff/people/${userId}`, headers })).json<PersonView>();
}

type ActionCall = {
  action: StaffActionName;
  subject?: string | null | undefined;
  inputs?: object;
  reason?: string;
  requestKey?: string;
};

/** Performs an action on a user, or on something else if `userId` is null. */
export function performAction(
  { app }: Pick<TestSite, 'app'>,
  headers: Headers,
  userId: string | null,
  { requestKey, ...call }: ActionCall,
) {
  const url = userId === null ? '/api/v2/staff/actions' : `/api/v2/staff/people/${userId}/actions`;
  const keyed = requestKey === undefined ? headers : { ...headers, 'idempotency-key': requestKey };
  return app.inject({ method: 'POST', url, headers: keyed, payload: { subject: null, reason, ...call } });
}

/** The first offer of its kind on a page. */
export const offerOf = ({ actions }: PersonView, name: OfferedAction['action']) =>
  actions.find(({ action }) => action === name);

/** The staff log, from its beginning. */
export const writtenLog = ({ dependencies: { db } }: Pick<TestSite, 'dependencies'>) =>
  db.selectFrom('staffActions').selectAll().orderBy('number').execute();

/** An unused activation code; returns its id. */
export async function addCode({ dependencies: { db }, clock }: Pick<TestSite, 'dependencies' | 'clock'>) {
  const at = clock.now();
  const id = newId(at);
  const worth = { amountCents: 5_000, remainingCents: 5_000 };
  const values = { id, codeHash: randomBytes(32), lastFour: '6789', ...worth, createdAt: at };
  await db.insertInto('activationCodes').values(values).execute();
  return id;
}

/** Confirms a pending proposal that is still possible; an outdated one if there is no other. */
export async function confirmProposal({ app }: Pick<TestSite, 'app'>, headers: Headers) {
  const { proposals } = (await app.inject({ url: '/api/v2/staff/proposals', headers })).json<{
    proposals: { id: string; sentences: string[] | null }[];
  }>();
  const possible = proposals.find((one) => one.sentences !== null);
  const { id, sentences } = possible ?? proposals[0] ?? { id: '', sentences: null };
  const url = `/api/v2/staff/proposals/${id}/decision`;
  const { statusCode } = await app.inject({ method: 'POST', url, headers, payload: { decision: 'CONFIRM' } });
  return { statusCode, sentences };
}

/** A batch of codes for a court, not downloaded yet; returns its id. */
export function addBatch({ dependencies: { db, makeToken }, clock }: Pick<TestSite, 'dependencies' | 'clock'>) {
  const at = clock.now();
  const worth = { packageName: 'ESSENTIALS', years: 1, size: 3, eachCents: 15_000, perPerson: 1 };
  const batch = { madeFor: 'Family court', ...worth, expiresAt: after(at, days(30)), at };
  return db.transaction().execute((trx) => storeBatch(trx, batch, makeToken));
}
