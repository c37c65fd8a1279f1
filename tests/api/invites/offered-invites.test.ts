import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { readPlanRefund } from '#contract/api/professionals/plan-refunds.ts';
import type { ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { readFamily } from '#contract/api/sign-up/family.ts';
import { utcDay } from '#contract/fields/day.ts';
import { days } from '#server/clock.ts';
import { hashSecret } from '#server/secret.ts';
import { everyRow } from '../../setup/database/every-row.ts';
import {
  contextOf,
  credentialsOf,
  currentLink,
  type Invited,
  invitedPays,
  newUsername,
  putCredentials,
  saveBilling,
  saveDetails,
} from '../../setup/invited.ts';
import { close } from '../../setup/parent-actions.ts';
import { openFamily, payPlan, type SignedIn, signedInProfessional } from '../../setup/professional.ts';
import { newPhone, send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, signedIn } from '../../setup/subscriber.ts';
import { paidWithTiming } from '../../setup/timed-invite.ts';

/** Number and index of the invites, which a failure reports. The matrix has more. */
const count = Number(process.env['OFFERED_STATES'] ?? 6);
const seed = Number(process.env['OFFERED_SEED'] ?? Date.now() % 1_000_000_000);
vi.setConfig({ testTimeout: Math.max(300_000, count * 15_000) });

/** What happens to an invite, in this order, before all offered and not offered actions are tried. */
const lives = fc.record({
  inviter: fc.constantFrom('parent', 'professional'),
  timing: fc.constantFrom('NOW', 'NOW', 'NOW', 'ON_DAY', 'LATER', 'LETTER', 'NEVER'),
  paid: fc.boolean(),
  first: fc.constantFrom('nothing', 'nothing', 'sent again', 'withdrawn', 'printed', 'corrected'),
  second: fc.constantFrom('nothing', 'nothing', 'withdrawn', 'printed', 'sent again'),
  invited: fc.constantFrom('waits', 'waits', 'waits', 'began', 'paid', 'joined', 'closed'),
  mail: fc.constantFrom('arrives', 'arrives', 'arrives', 'returned'),
  later: fc.constantFrom(0, 0, 0, 40),
  choice: fc.nat(20),
});
type Life = typeof lives extends fc.Arbitrary<infer Value> ? Value : never;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Call = [method: Method, path: string, body?: () => object];
type Family = AnswerOf<typeof readFamily>;

/** Somebody who invited a parent: their calls, and which of them their screen offers. */
type Inviting = {
  calls: Record<string, Call>;
  headers: () => Promise<Record<string, string>>;
  offered: () => Promise<string[]>;
  invitedId: string;
};

const other = () => ({ email: `joe-${randomUUID()}@example.com` });

/** According to `CoParentInvite.tsx`, `InviteByEmail.tsx` and `FamilyNames.tsx`. */
function offeredToParent({ coParent }: Family): string[] {
  if (!coParent) return [];
  const { invite, mayEdit, state } = coParent;
  const offers = {
    rename: mayEdit,
    'add address': state === 'NOT_INVITED' && !invite?.timing,
    'sent again': invite !== null && invite.email !== '' && !invite.returned,
    time: Boolean(invite?.timing),
    corrected: invite !== null && invite.email !== '',
    printed: invite !== null,
    withdrawn: invite !== null && !invite.timing && !invite.withdrawn && invite.email !== '',
  };
  return Object.entries(offers).flatMap(([name, isOffered]) => (isOffered ? [name] : []));
}

async function byParent(site: TestSite, { timing, paid }: Life): Promise<Inviting> {
  const day = utcDay(new Date(site.clock.now().getTime() + days(10)));
  const when = timing === 'ON_DAY' ? { when: timing, day } : { when: timing, day: null };
  const { inviterId, invitedId } = await paidWithTiming(site, when, { payForCoparent: paid });
  const headers = () => signedIn(site, inviterId);
  const own = '/v2/account/co-parent';
  const family = async () =>
    (await send<Family>(site.app, { method: 'GET', path: '/v2/account/family', headers: await headers() })).body;
  const { version, children } = await family();
  const coParent = { firstName: 'Jo', lastName: 'Ramos' };
  return {
    headers,
    invitedId,
    offered: async () => offeredToParent(await family()),
    calls: {
      rename: ['PUT', '/v2/account/family', () => ({ version, children, coParent })],
      'add address': ['POST', '/v2/account/co-parent-email', other],
      'sent again': ['POST', `${own}/invites`],
      time: ['PUT', `${own}/invite-timing`, () => ({ when: 'LETTER' })],
      corrected: ['PUT', `${own}/email`, other],
      printed: ['POST', `${own}/letters`],
      withdrawn: ['DELETE', `${own}/invites`],
    },
  };
}

/** According to `ParentCard.tsx`. */
function offeredToProfessional({ parents, mayChangeChildren }: ProfessionalCase, userId: string): string[] {
  const parent = parents.find((one) => one.userId === userId);
  const children = mayChangeChildren ? ['children'] : [];
  // A parent who has closed their account is no longer shown.
  if (!parent) return children;
  const { stage, email, returned } = parent;
  const waits = stage !== 'JOINED';
  const offers = {
    rename: waits,
    'sent again': waits && email !== '' && !returned,
    printed: waits,
    corrected: waits,
    withdrawn: stage === 'INVITED' || stage === 'EXPIRED',
    plan: !parent.hasPlan,
  };
  return [...children, ...Object.entries(offers).flatMap(([name, isOffered]) => (isOffered ? [name] : []))];
}

async function byProfessional(site: TestSite, professional: SignedIn, { timing, paid }: Life): Promise<Inviting> {
  const { familyId, parents } = await openFamily(site, professional);
  const [invitedId = ''] = parents.map(({ userId }) => userId);
  if (paid) expect((await payPlan(site, professional, familyId, { parentIds: [invitedId] })).body.outcome).toBe('PAID');
  const at = `/v2/professional/cases/${familyId}`;
  const path = `${at}/parents/${invitedId}`;
  const headers = () => signedIn(site, professional.userId);
  const calls: Inviting['calls'] = {
    rename: ['PUT', at, () => ({ parents: [{ userId: invitedId, firstName: 'Jo', lastName: 'Ramos' }] })],
    children: ['PUT', at, () => ({ parents: [], children: [{ firstName: 'Mia' }] })],
    'sent again': ['POST', `${path}/invites`],
    corrected: ['PUT', `${path}/email`, other],
    printed: ['POST', `${path}/letters`],
    withdrawn: ['POST', `${path}/invites/revocation`],
    plan: ['POST', `${at}/prices`, () => ({ packageId: 1001, parentIds: [invitedId] })],
    refund: ['POST', `${at}/refund`],
  };
  if (timing === 'NOW') await attempt(site, { calls, headers }, 'sent again');
  return {
    calls,
    headers,
    invitedId,
    offered: async () => {
      const read = async <Body>(from: string) =>
        (await send<Body>(site.app, { method: 'GET', path: from, headers: await headers() })).body;
      const { refund } = await read<AnswerOf<typeof readPlanRefund>>(`${at}/refund`);
      const offers = offeredToProfessional(await read<ProfessionalCase>(at), invitedId);
      return refund === null ? offers : [...offers, 'refund'];
    },
  };
}

async function press(site: TestSite, { calls, headers }: Pick<Inviting, 'calls' | 'headers'>, name: string) {
  const call: Call = calls[name] ?? ['GET', ''];
  const [method, path, body] = call;
  return send<{ code?: string }>(site.app, {
    method,
    path,
    headers: await headers(),
    ...(body ? { body: body() } : {}),
  });
}

/** Null on success, otherwise the code of the refusal. */
async function attempt(...action: Parameters<typeof press>): Promise<string | null> {
  const { status, body } = await press(...action);
  return status < 400 ? null : (body.code ?? '');
}

/** The response to somebody who types the code of a letter and continues with what they get. */
async function byLetter({ app }: TestSite, { invitedId }: Inviting, code: string | undefined): Promise<number> {
  const path = '/v2/invite-codes/exchange';
  const exchanged = await send<{ inviteToken: string }>(app, { method: 'POST', path, body: { code } });
  if (exchanged.status !== 200) return exchanged.status;
  const headers = { 'x-invite-token': exchanged.body.inviteToken };
  return (await contextOf(app, { userId: invitedId, headers })).status;
}

/** What the invited parent does, by the link if there is one. */
async function answer(site: TestSite, { invitedId }: Inviting, { invited, paid }: Life): Promise<void> {
  if (invited === 'waits') return;
  const link = await currentLink(site, invitedId).catch(() => null);
  if (!link) return;
  const email = `joe-${randomUUID()}@example.com`;
  const one: Invited = { ...link, familyId: '', email, phoneNumber: newPhone(), inviterEmail: '' };
  const begun = await saveDetails(site.app, one, { sections: ['NAME', 'PARENT'] });
  if (begun.status !== 200 || invited === 'began') return;
  const again = { ...one, ...(await currentLink(site, invitedId)) };
  const { body } = await saveBilling(site.app, again);
  const token = paid ? body.context.authToken : (await invitedPays(site.app, again)).body.clickToJoinToken;
  if (invited === 'paid' || !token) return;
  await putCredentials(site.app, { token, body: credentialsOf(newUsername()) });
  if (invited === 'closed') await close({ site, actor: { userId: invitedId } });
}

async function returned({ dependencies: { db, makeToken }, clock }: TestSite, { invitedId }: Inviting): Promise<void> {
  const { email } = await db.selectFrom('users').select('email').where('id', '=', invitedId).executeTakeFirstOrThrow();
  const report = { cause: 'HARD', reports: 1, reportedAt: clock.now() } as const;
  const values = { userId: invitedId, addressHash: hashSecret(makeToken('mailed-address', email)), ...report };
  await db.insertInto('suppressedAddresses').values(values).execute();
}

/** Tables that an ineffective call may still write: counters, sessions, the activity list. */
const noted = ['rate_limits', 'sessions', 'account_activity'];

/**
 * Whether the invited parent has begun or paid is private: the screen does not show it, and the inviter learns it from
 * the response.
 */
const learnedByTrying: Record<string, string[]> = {
  INVITE_IN_USE: ['corrected', 'printed', 'add address'],
  PARENT_HAS_PLAN: ['plan'],
};

/** Where the screen and the API disagree. */
async function tryAll(site: TestSite, { life, inviting }: { life: Life; inviting: Inviting }): Promise<string[]> {
  const { db } = site.dependencies;
  const rows = async () => JSON.stringify(await everyRow(db, { except: noted }));
  const offered = await inviting.offered();
  const wrong: string[] = [];
  const before = await rows();
  for (const name of Object.keys(inviting.calls).filter((one) => !offered.includes(one))) {
    const code = await attempt(site, inviting, name);
    if (code === null && (await rows()) !== before) return [`${name} is done, and not offered`];
  }
  if ((await rows()) !== before) wrong.push('a refusal changed something');
  const chosen = offered[life.choice % Math.max(1, offered.length)];
  if (chosen === undefined) return wrong;
  const done = await press(site, inviting, chosen);
  if (done.status < 400) {
    const opened = chosen === 'printed' ? await byLetter(site, inviting, done.body.code) : 200;
    return opened === 200 ? wrong : [...wrong, `the letter leads to ${opened}`];
  }
  const { code } = done.body;
  const isLearned = ['began', 'paid'].includes(life.invited) && learnedByTrying[code ?? '']?.includes(chosen);
  return isLearned ? wrong : [...wrong, `${chosen} is refused: ${code}`];
}

test('N3: in random states of an invite each action that its inviter’s screen offers succeeds, and every other does nothing', async () => {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '10000' } });
  const { userId, email } = await signedInProfessional(site);
  const wrong: string[] = [];
  for (const life of fc.sample(lives, { numRuns: count, seed })) {
    const professional = { userId, email, headers: await signedIn(site, userId) };
    const inviting =
      life.inviter === 'parent' ? await byParent(site, life) : await byProfessional(site, professional, life);
    for (const name of [life.first, life.second])
      if (name !== 'nothing' && (await inviting.offered()).includes(name)) await attempt(site, inviting, name);
    await drain(site, { mails: false });
    await answer(site, inviting, life);
    if (life.mail === 'returned') await returned(site, inviting);
    await drain(site, { mails: false });
    site.clock.advance(days(life.later));
    for (const one of await tryAll(site, { life, inviting })) wrong.push(`${one} ${JSON.stringify(life)}`);
  }
  expect(wrong, `OFFERED_SEED=${seed}`).toEqual([]);
});
