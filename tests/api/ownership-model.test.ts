import { expect, test } from 'vitest';
import { days, hours, minutes } from '#server/clock.ts';
import { issueToken } from '#server/identity/single-use-token.ts';
import { addOwner, claimCalls, question, sessionCalls } from '../setup/ownership.ts';
import { signInAs, type Person } from '../setup/person.ts';
import { resetPassword } from '../setup/recovery-calls.ts';
import { withPasskey } from '../setup/second-factor.ts';
import { seededRandom } from '../setup/seeded-random.ts';
import { openSite, type TestSite } from '../setup/site.ts';

/**
 * Whose account it is, as a model: somebody who knows some of a person's proofs does whatever the API lets them, in any
 * order and at any time of the 30 days, claims of their own among it. Then the owner claims with what she has left.
 */
const runs = Number(process.env['OWNERSHIP_RUNS'] ?? 24);

type Known = 'P' | 'M' | 'T' | 'Q';
type Row = { knows: Known[]; owner: Known[]; must: 'owner' | 'not the other' };
const rows: Row[] = [
  { knows: ['P'], owner: ['M', 'T'], must: 'owner' },
  { knows: ['P'], owner: ['M', 'Q'], must: 'owner' },
  { knows: ['P'], owner: ['T', 'Q'], must: 'owner' },
  { knows: ['M'], owner: ['T', 'Q'], must: 'owner' },
  { knows: ['M'], owner: ['P', 'T'], must: 'owner' },
  { knows: ['P', 'M'], owner: ['T', 'Q'], must: 'owner' },
  { knows: ['P', 'M'], owner: ['T'], must: 'not the other' },
  { knows: ['T'], owner: ['M', 'P'], must: 'not the other' },
];

/** What the other one has got hold of: of the owner, and set by themself. */
type Other = { knows: Known[]; session: Awaited<ReturnType<typeof sessionCalls>> | null; password: string };

const moves: Record<string, (site: TestSite, owner: Person, other: Other, mark: string) => Promise<unknown>> = {
  email: (_site, _owner, { session }, mark) => Promise.resolve(session?.moveEmail(`his-${mark}@example.com`)),
  // A text goes to the phone on file: by then his own, or one that he holds.
  'email with text': async (site, owner, { knows, session }, mark) => {
    const { phoneNumber } = await site.dependencies.db
      .selectFrom('users')
      .select('phoneNumber')
      .where('id', '=', owner.userId)
      .executeTakeFirstOrThrow();
    if (phoneNumber !== owner.phoneNumber || knows.includes('T'))
      await session?.moveEmail(`his-too-${mark}@example.com`, { withText: true });
  },
  phone: (_site, _owner, { session }, mark) => Promise.resolve(session?.movePhone(`20255${mark}`)),
  question: async (_site, _owner, { session }) =>
    session?.call('PUT', '/profile/security', {
      security: { ...question, securityAnswer: 'Nowhere at all', securityCode: '1234', confirmCode: '1234' },
    }),
  passkey: async (site, _owner, { session }) => session && withPasskey(site.app, session.headers).catch(() => null),
  'mail off': async (_site, _owner, { session }) =>
    session?.call('PUT', '/reach', { mail: false, text: false, call: false, neutral: false, hours: null }),
  close: async (_site, _owner, { session }) => session?.call('POST', '/deletion'),
  keep: async (_site, _owner, { session }) => session?.call('DELETE', '/deletion'),
  'prove again': async (_site, _owner, { session, password }) => session?.call('POST', '/proof', { password }),
  claim: async (site, owner, { knows }, mark) => {
    const calls = claimCalls(site);
    const by = knows.includes('M') ? { email: owner.email } : knows.includes('T') ? phoneOf(owner) : null;
    if (!by) return;
    const { token } = await calls.begin(by);
    if (knows.includes('P')) await calls.prove(token, { kind: 'PASSWORD', password: owner.password });
    const decided = await calls.decide(token, mark.endsWith('1'));
    if (decided.status !== 200) await calls.wait(token);
    return decided;
  },
};
const phoneOf = ({ phoneCountryCode, phoneNumber }: Person) => ({ phoneCountryCode, phoneNumber });

/** Whoever reads the mailbox asks for a link there and sets a password of their own. */
async function enter(site: TestSite, owner: Person, knows: Known[]): Promise<Other> {
  if (knows.includes('P'))
    return { knows, password: owner.password, session: await sessionCalls(site, owner).catch(() => null) };
  if (!knows.includes('M')) return { knows, password: '', session: null };
  const { db, makeToken, clock } = site.dependencies;
  const reset = { purpose: 'PASSWORD_RESET', userId: owner.userId, lifeMs: minutes(30), at: clock.now() } as const;
  const { secret } = await issueToken(db, { ...reset, makeToken });
  const password = 'his-own-harbour-9';
  await resetPassword(site.app, secret, password);
  return { knows, password, session: await sessionCalls(site, { ...owner, password }).catch(() => null) };
}

/** The owner claims with what she has; true if the account is hers alone afterwards. */
async function ownerClaims(site: TestSite, owner: Person, has: Known[]): Promise<boolean> {
  const calls = claimCalls(site);
  const first = has.includes('M') && has.includes('T') ? 'M' : has.includes('T') ? 'T' : 'M';
  const { token, answer } = await calls.begin(first === 'M' ? { email: owner.email } : phoneOf(owner));
  if (answer.status !== 200) return false;
  if (answer.body.changes?.length === 0) return true;
  if (first === 'M' && has.includes('T')) await calls.second(token, 'PHONE');
  if (has.includes('Q')) await calls.prove(token, { kind: 'QUESTION', ...question });
  if (has.includes('P')) await calls.prove(token, { kind: 'PASSWORD', password: owner.password });
  const decided = await calls.decide(token);
  if (decided.status !== 200) {
    await calls.wait(token);
    return false;
  }
  const password = 'hers-again-8!';
  await resetPassword(site.app, decided.body.passwordToken ?? '', password);
  const { headers } = await signInAs(site.app, { ...owner, password });
  return headers['cookie'] !== undefined;
}

test('W1: whatever somebody does with what they know, in any order, the account ends with whom it must', {
  timeout: 600_000,
}, async () => {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  for (let run = 0; run < runs; run += 1) {
    const random = seededRandom(run + Number(process.env['OWNERSHIP_SEED'] ?? 1));
    const row = rows[run % rows.length] as Row;
    const owner = await addOwner(site);
    site.clock.advance(days(1));
    const other = await enter(site, owner, row.knows);
    const trail: string[] = [];
    for (let step = 0; step < 1 + Math.floor(random() * 6); step += 1) {
      site.clock.advance([1_000, minutes(3), hours(5), days(3)][Math.floor(random() * 4)] ?? 1_000);
      const name = Object.keys(moves)[Math.floor(random() * Object.keys(moves).length)] ?? 'email';
      trail.push(name);
      await moves[name]?.(site, owner, other, String(run * 10 + step).padStart(5, '0'));
    }
    site.clock.advance(minutes(5));
    const isOwners = await ownerClaims(site, owner, row.owner);
    const still = await other.session?.call('GET', '/profile');
    const context = `run ${run}, knows ${row.knows.join('')}, owner has ${row.owner.join('')}: ${trail.join(', ')}`;
    if (row.must === 'owner') expect([context, isOwners]).toEqual([context, true]);
    if (isOwners && trail.length > 0) {
      const { email, phoneNumber } = await site.dependencies.db
        .selectFrom('users')
        .select(['email', 'phoneNumber'])
        .where('id', '=', owner.userId)
        .executeTakeFirstOrThrow();
      expect([context, email, phoneNumber]).toEqual([context, owner.email, owner.phoneNumber]);
    }
    if (still?.status === 200 && !isOwners) expect([context, row.knows]).toEqual([context, ['T']]);
  }
});
