import { expect, test } from 'vitest';
import { days, hours, minutes } from '#server/clock.ts';
import { addOwner } from '../setup/ownership.ts';
import {
  claimByOwner,
  isOtherIn,
  isOwnerIn,
  type Known,
  leaveUnlocked,
  moves,
  moveWithTwoProofs,
  type Play,
  storedUser,
} from '../setup/ownership-actors.ts';
import { seededRandom } from '../setup/seeded-random.ts';
import { openSite, type TestSite } from '../setup/site.ts';

/**
 * Whose account it is, as a model: somebody who knows some of a person's proofs does whatever the API lets them, in any
 * order and at any time of the 30 days, claims of their own among it, while staff and the queue do their part. Then the
 * owner claims with what she has left.
 */
const runs = Number(process.env['OWNERSHIP_RUNS'] ?? 30);
const firstSeed = Number(process.env['OWNERSHIP_SEED'] ?? 1);
/** Each with a site and clock of its own: a sequence waits for the database and for hashes most of its time. */
const lanes = 4;

type Row = {
  name: string;
  knows: readonly Known[];
  /** What the owner has when she claims. */
  owner: readonly (readonly Known[])[];
  /** `frozen`: she cannot decide, and he sees nothing either. `never`: he never gets in, nor decides anything. */
  must: 'owner' | 'frozen' | 'never';
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
    must: 'owner',
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
  { name: 'password and mailbox', knows: ['P', 'M'], owner: [['T', 'Q']], must: 'owner' },
  { name: 'password and mailbox, she the phone alone', knows: ['P', 'M'], owner: [['T']], must: 'frozen' },
  {
    name: 'what was true long ago',
    knows: ['P', 'M', 'Q'],
    owner: [['M', 'T']],
    must: 'never',
    before: moveWithTwoProofs,
  },
  { name: 'the phone', knows: ['T'], owner: [['M', 'P']], must: 'never' },
  { name: 'an unlocked screen', knows: ['screen'], owner: two, must: 'owner', before: leaveUnlocked },
  { name: 'her address', knows: [], owner: two, must: 'never' },
];

/** Plays one sequence; returns what was done, and what is wrong then. */
async function play(site: TestSite, run: number): Promise<string | null> {
  const random = seededRandom(run + firstSeed);
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
  const steps = 1 + Math.floor(random() * 7);
  for (let step = 0; step < steps; step += 1) {
    site.clock.advance(any([1_000, minutes(3), minutes(12), hours(5), days(1)]));
    state.mark = String(run * 20 + step).padStart(7, '0');
    // Everything is within the 30 days.
    const isLate = site.clock.now().getTime() - begun > days(14);
    const move = any(Object.keys(moves).filter((name) => !isLate || !name.endsWith('days')));
    trail.push(move);
    await moves[move]?.(state);
    const { frozenAt } = await storedUser(state);
    if ((row.must === 'never' || frozenAt !== null) && (await isOtherIn(state))) return wrong('he is in');
  }
  if (row.must === 'never' && state.other.decided > 0) return wrong('he decided');
  site.clock.advance(minutes(5));
  state.mark = String(run * 20 + 18).padStart(7, '0');
  const claimed = await claimByOwner(state, has);
  const isHers = claimed !== 'refused';
  const now = await storedUser(state);
  if (row.must === 'frozen') {
    if (claimed === 'nothing') return null;
    if (now.frozenAt === null) return wrong('not frozen');
    return (await isOtherIn(state)) ? wrong('he is in') : null;
  }
  if (row.must === 'owner' && !isHers) return wrong('not hers');
  if (claimed === 'undone' && (await isOtherIn(state))) return wrong('he is still in');
  const { email, phoneNumber, username, securityAnswerHash } = original;
  const kept = { email, phoneNumber, username, securityAnswerHash, status: 'ACTIVE', frozenAt: null };
  for (const [part, value] of Object.entries(kept))
    if (now[part as keyof typeof now] !== value) return wrong(`${part} is ${String(now[part as keyof typeof now])}`);
  if (!(await isOwnerIn(state))) return wrong('she is not in');
  return null;
}

test('W1: whatever somebody does with what they know, in any order, the account ends with whom it must', {
  timeout: 60_000 + runs * 6_000,
}, async () => {
  const wrong: string[] = [];
  let next = 0;
  const lane = async () => {
    const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '1000' } });
    while (next < runs) {
      const failure = await play(site, next++);
      if (failure !== null) wrong.push(failure);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, runs) }, lane));
  expect(wrong).toEqual([]);
});
