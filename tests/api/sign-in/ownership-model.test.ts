import { expect, test } from 'vitest';
import { days, hours, minutes } from '#server/clock.ts';
import { addOwner } from '../../setup/ownership/ownership.ts';
import {
  claimByOwner,
  hasOpenClaim,
  isOtherIn,
  isOwnerIn,
  type Known,
  leaveUnlocked,
  moveWithTwoProofs,
  type Play,
  setOwnPassword,
  storedUser,
} from '../../setup/ownership/ownership-actors.ts';
import { moves, plots } from '../../setup/ownership/ownership-moves.ts';
import { seededRandom } from '../../setup/seeded-random.ts';
import { openSite, type TestSite } from '../../setup/site.ts';

/**
 * Ownership as a model: somebody who knows some of a person's proofs does whatever the API permits, in any order and at
 * any time of the 30 days, including claims of their own, while staff and the queue do their part. Then the owner
 * claims with what she has left.
 */
const many = Number(process.env['OWNERSHIP_RUNS'] ?? 0);
/** To repeat a failed run: `OWNERSHIP_FROM=<its number> OWNERSHIP_RUNS=1`. */
const first = Number(process.env['OWNERSHIP_FROM'] ?? 0);
/** Each with its own site and clock: a sequence mostly waits for the database and for hashes. */
const lanes = 4;
/** Stop after so many failures. */
const most = 5;

type Row = {
  name: string;
  knows: readonly Known[];
  /** What the owner has when she claims. */
  owner: readonly (readonly Known[])[];
  /** `frozen`: she cannot decide, and he sees nothing either. `never`: he never gets in, nor decides anything. */
  must: 'owner' | 'frozen' | 'never';
  /** He knows the mailbox and a password, his own or hers: two proofs. Nobody decides with what they have set. */
  mayDecide?: true;
  /** Something to contest lets him pause the account; then staff decide. */
  staffMayHaveTo?: true;
  /** He changes nothing at any time: all of it wants a fresh proof. */
  changesNothing?: true;
  before?: (play: Play) => Promise<void>;
};
const two: Row['owner'] = [
  ['M', 'T'],
  ['M', 'Q'],
  ['T', 'Q'],
  ['M', 'T', 'Q'],
];
const rows: Row[] = [
  { name: 'the password', knows: ['P'], owner: two, must: 'owner' },
  {
    name: 'the password, past a passkey',
    knows: ['P'],
    owner: [
      ['M', 'F'],
      ['T', 'F'],
    ],
    must: 'never',
  },
  {
    name: 'the mailbox',
    knows: ['M'],
    owner: [
      ['T', 'Q'],
      ['P', 'T'],
    ],
    must: 'never',
  },
  {
    name: 'the mailbox, past a passkey',
    knows: ['M'],
    owner: [
      ['T', 'F'],
      ['M', 'F'],
    ],
    must: 'never',
  },
  {
    name: 'password and mailbox',
    knows: ['P', 'M'],
    owner: [
      ['T', 'Q'],
      ['M', 'T'],
      ['P', 'T'],
    ],
    must: 'owner',
    mayDecide: true,
  },
  {
    name: 'password and mailbox, she the phone alone',
    knows: ['P', 'M'],
    owner: [['T']],
    must: 'frozen',
    mayDecide: true,
  },
  {
    name: 'what was true long ago',
    knows: ['P', 'M', 'Q'],
    owner: [['M', 'T']],
    must: 'never',
    before: moveWithTwoProofs,
  },
  { name: 'the phone', knows: ['T'], owner: [['M', 'P']], must: 'never', staffMayHaveTo: true },
  {
    name: 'an unlocked screen',
    knows: ['screen'],
    owner: two,
    must: 'owner',
    changesNothing: true,
    before: leaveUnlocked,
  },
  { name: 'her address', knows: [], owner: two, must: 'never' },
];

/** The matrix plays every plot by everybody, then random moves; `npm test` every plot by two, and 200 at random. */
const runs =
  many > 0
    ? Array.from({ length: many }, (_, index) => first + index)
    : [
        ...[...plots.keys()].flatMap((plot) =>
          [...new Set([0, plot % rows.length])].map((row) => plot * rows.length + row),
        ),
        ...Array.from({ length: 200 }, (_, index) => plots.length * rows.length + index),
      ];

type Stored = Awaited<ReturnType<typeof storedUser>>;

/** The first part that is not as it was; null: all are, and the account is open. */
function changedFrom(original: Stored, now: Stored): string | null {
  const kept: Stored = { ...original, passwordHash: now.passwordHash, status: 'ACTIVE', frozenAt: null };
  const part = (Object.keys(kept) as (keyof Stored)[]).find((one) => now[one] !== kept[one]);
  return part === undefined ? null : `${part} is ${String(now[part])}`;
}

/** Plays one sequence; returns its steps and what went wrong, or null. */
async function play(site: TestSite, run: number): Promise<string | null> {
  const random = seededRandom(run + 1);
  const any = <One>(of: readonly One[]): One => of[Math.floor(random() * of.length)] as One;
  const row = rows[run % rows.length] as Row;
  const has = any(row.owner);
  const { passkey, ...owner } = await addOwner(site, { hasPasskey: has.includes('F') });
  const knowsPassword = row.knows.includes('P');
  const state: Play = {
    site,
    owner: { ...owner, passkey },
    other: {
      knows: row.knows,
      password: knowsPassword ? owner.password : '',
      mailbox: owner.email,
      phone: { phoneCountryCode: owner.phoneCountryCode, phoneNumber: owner.phoneNumber },
      session: null,
      passkey: null,
      claims: [],
      feed: null,
      decided: 0,
    },
    mark: '0000000',
  };
  const trail: string[] = [];
  const wrong = (what: string) =>
    `${what}: run ${run}, knows ${row.name}, owner has ${has.join('')}: ${trail.join(', ')}`;
  site.clock.advance(days(1));
  state.mark = String(run * 20 + 19).padStart(7, '0');
  await row.before?.(state);
  const original = await storedUser(state);
  const begun = site.clock.now().getTime();
  const act = async (step: number, planned: string | undefined) => {
    site.clock.advance(any([1_000, minutes(3), minutes(12), hours(5), days(1)]));
    state.mark = String(run * 20 + step).padStart(7, '0');
    // Everything is within the 30 days.
    const isLate = site.clock.now().getTime() - begun > days(14);
    const allowed = Object.keys(moves).filter((name) => !isLate || !name.endsWith('days'));
    const move = planned !== undefined && allowed.includes(planned) ? planned : any(allowed);
    trail.push(move);
    await moves[move]?.(state);
  };
  // Each plot once with each row, then random ones.
  const plot = plots[Math.floor(run / rows.length)];
  const order = [...(plot ?? (random() < 0.5 ? any(plots) : []))];
  for (let more = Math.floor(random() * (plot ? 3 : 7)); more > 0 || order.length === 0; more -= 1)
    order.splice(Math.floor(random() * (order.length + 1)), 0, '');
  for (const [step, planned] of order.entries()) {
    await act(step, planned);
    const now = await storedUser(state);
    if (row.changesNothing && (changedFrom(original, now) ?? state.other.feed) !== null) return wrong('he changed it');
    const { frozenAt } = now;
    if ((row.must === 'never' || frozenAt !== null) && (await isOtherIn(state))) return wrong('he is in');
  }
  if (row.mayDecide !== true && state.other.decided > 0) return wrong('he decided');
  site.clock.advance(minutes(5));
  state.mark = String(run * 20 + 18).padStart(7, '0');
  const claimed = await claimByOwner(state, has);
  if (row.must === 'frozen') {
    if (claimed === 'nothing') return null;
    for (const [index, move] of ['claim', undefined, 'three days', 'claim'].entries()) {
      if ((await storedUser(state)).frozenAt === null) return wrong('not frozen');
      if (await isOtherIn(state)) return wrong('he is in');
      await act(14 + index, move);
    }
    return (await storedUser(state)).frozenAt === null ? wrong('not frozen') : null;
  }
  if (row.must === 'owner' && claimed === 'refused') return wrong('not hers');
  if (row.staffMayHaveTo && claimed === 'refused') return (await isOtherIn(state)) ? wrong('he is in') : null;
  if (typeof claimed === 'object') {
    if (await isOtherIn(state)) return wrong('he is still in');
    if (await hasOpenClaim(state)) return wrong('his claim is open');
    if (!(await setOwnPassword(state, claimed.passwordToken))) return wrong('her link sets no password');
    if (await isOtherIn(state)) return wrong('he is still in');
  }
  const different = changedFrom(original, await storedUser(state));
  if (different !== null) return wrong(different);
  if (!(await isOwnerIn(state))) return wrong('she is not in');
  return null;
}

test('W1: whatever anybody does with what they know, in any order, the account ends up with the person it must', {
  timeout: 60_000 + runs.length * 6_000,
}, async () => {
  const wrong: string[] = [];
  const waiting = runs.values();
  const lane = async () => {
    const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '1000' } });
    for (const run of waiting) {
      const failure = wrong.length < most ? await play(site, run) : null;
      if (failure !== null) wrong.push(failure);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, runs.length) }, lane));
  expect(wrong).toEqual([]);
});
