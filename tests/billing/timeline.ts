import fc from 'fast-check';

/**
 * How the card on file answers: approved, soft decline, hard decline, approved with a lost response, or request lost.
 */
export const cards = ['good', 'soft', 'hard', 'answer_lost', 'question_lost'] as const;
export type Card = (typeof cards)[number];

export const plans = ['ESSENTIALS_1', 'PREMIUM_1', 'CYO_1', 'ESSENTIALS_2', 'PREMIUM_2'] as const;
export type Plan = (typeof plans)[number];

/** A person's action on a day, after the day's scan. */
export type Act =
  | { kind: 'nothing' }
  | { kind: 'card'; card: Card }
  | { kind: 'cancel' }
  | { kind: 'resume' }
  | { kind: 'upgrade' }
  | { kind: 'refund' }
  | { kind: 'restart' }
  /** The declined renewal, with the card on file. */
  | { kind: 'try' }
  /** Of what the next renewal buys; the plan held drops an earlier choice. */
  | { kind: 'choose'; plan: Plan };

export type Timeline = { plan: Plan; taxed: boolean; acts: Act[] };

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 7, arbitrary: fc.constant<Act>({ kind: 'nothing' }) },
  { weight: 3, arbitrary: fc.constantFrom(...cards).map((card): Act => ({ kind: 'card', card })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Act>(
      { kind: 'cancel' },
      { kind: 'resume' },
      { kind: 'upgrade' },
      { kind: 'refund' },
      { kind: 'restart' },
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...plans).map((plan): Act => ({ kind: 'choose', plan })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Act>({ kind: 'upgrade' }, { kind: 'resume' }, { kind: 'restart' }, { kind: 'try' }),
  },
);

/**
 * Days between two scans of the scheduler: a few days around a renewal, weeks, or sometimes an outage in which a
 * renewal may be missed for good.
 */
export const pause: fc.Arbitrary<number> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 4 }) },
  { weight: 12, arbitrary: fc.integer({ min: 15, max: 30 }) },
  { weight: 1, arbitrary: fc.integer({ min: 31, max: 120 }) },
);

export function timelineOf(steps: number): fc.Arbitrary<Timeline> {
  return fc.record({
    plan: fc.constantFrom(...plans),
    taxed: fc.boolean(),
    acts: fc.array(act, { minLength: steps, maxLength: steps }),
  });
}
