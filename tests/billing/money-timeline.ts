import fc from 'fast-check';
import type { ChoiceAct } from './choice-acts.ts';
import type { MergeAct } from './merge-acts.ts';
import type { StaffAct } from './staff-acts.ts';
import { type Act, cards, type Plan, plans } from './timeline.ts';

/** Kinds of first purchases: a professional's for a family or for codes, and those of parents. */
export const flows = ['alone', 'for_two', 'with_code', 'invited', 'professional', 'bundle'] as const;
export type Flow = (typeof flows)[number];

const decisions = ['won', 'won_in_part', 'lost', 'lost', 'accepted', 'expired', 'under_review'] as const;
export type Decision = (typeof decisions)[number];
/** `percent`: the disputed part of a payment. `decision`: on the same day; later decisions are actions of their own. */
type Bank = { kind: 'dispute'; percent: number; decision: Decision | null } | { kind: 'decide'; decision: Decision };
/** The outcome of the next void or refund, once. */
type Gateway = { kind: 'refund_lost' | 'refund_answer_lost' | 'refund_refused' };
/** Actions of professionals who have paid. */
export type ProfessionalAct = { kind: 'pay_again' | 'unused_back' | 'parent_joins' };
/** The parent for whom the payer has paid joins. */
type OtherParent = { kind: 'co_parent_joins' };
/** The payer keeps a second card, which always pays, for declined renewals; or removes it. */
type Backup = { kind: 'backup' | 'no_backup' };
/** A code in the account: it pays an announced renewal, or nothing. */
type OwnCode = { kind: 'own_code' };
export type DayAct =
  | Act
  | Bank
  | ChoiceAct
  | OwnCode
  | OtherParent
  | Backup
  | Gateway
  | StaffAct
  | MergeAct
  | ProfessionalAct;
/** After the jobs of the day, the bank declines the settlement of that day's sales or refunds. */
export type EveningAct = 'sales_not_settled' | 'refunds_declined' | null;

export type MoneyDay = { acts: DayAct[]; evening: EveningAct };
export type MoneyTimeline = { flow: Flow; plan: Plan; taxed: boolean; days: MoneyDay[] };

const ofPayer: fc.Arbitrary<DayAct> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom<DayAct>({ kind: 'backup' }, { kind: 'backup' }, { kind: 'no_backup' }) },
  { weight: 1, arbitrary: fc.constantFrom(...cards).map((card): DayAct => ({ kind: 'card', card })) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<DayAct>(
      { kind: 'cancel' },
      { kind: 'resume' },
      { kind: 'upgrade' },
      { kind: 'upgrade' },
      { kind: 'refund' },
      { kind: 'restart' },
      { kind: 'restart' },
    ),
  },
);
const ofParent: fc.Arbitrary<DayAct> = fc.oneof(
  { weight: 5, arbitrary: ofPayer },
  { weight: 2, arbitrary: fc.constant<DayAct>({ kind: 'choose' }) },
  { weight: 2, arbitrary: fc.constantFrom<DayAct>({ kind: 'cover' }, { kind: 'cover' }, { kind: 'decline_cover' }) },
  { weight: 1, arbitrary: fc.constantFrom('US', 'CA', 'AU', 'NZ').map((to): DayAct => ({ kind: 'move', to })) },
);
const ofPayerOfTwo: fc.Arbitrary<DayAct> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<DayAct>({ kind: 'co_parent_joins' }) },
  { weight: 3, arbitrary: ofParent },
);
const ofProfessional: fc.Arbitrary<DayAct> = fc.constantFrom<ProfessionalAct>(
  { kind: 'pay_again' },
  { kind: 'pay_again' },
  { kind: 'unused_back' },
  { kind: 'parent_joins' },
);
const percent = fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 100 }));
const ofBank: fc.Arbitrary<DayAct> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('dispute' as const),
      percent,
      decision: fc.option(fc.constantFrom(...decisions)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('decide' as const), decision: fc.constantFrom(...decisions) }),
  },
);
const givesBack: fc.Arbitrary<DayAct> = fc.oneof(
  { weight: 3, arbitrary: percent.map((part): DayAct => ({ kind: 'support_refund', percent: part })) },
  { weight: 1, arbitrary: fc.constant<DayAct>({ kind: 'refund_and_end' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('extend', 'give'),
      days: fc.integer({ min: 1, max: 60 }),
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom<DayAct>({ kind: 'pay_with_code' }, { kind: 'own_code' }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('merge' as const), undone: fc.option(percent, { freq: 2 }) }),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('refund_lost', 'refund_answer_lost', 'refund_refused')
      .map((kind): DayAct => ({ kind }) as DayAct),
  },
);

const dayOf = (own: fc.Arbitrary<DayAct>): fc.Arbitrary<MoneyDay> =>
  fc.record({
    acts: fc.oneof(
      { weight: 3, arbitrary: fc.constant<DayAct[]>([]) },
      {
        weight: 4,
        arbitrary: fc.array(
          fc.oneof(
            { weight: 3, arbitrary: own },
            { weight: 3, arbitrary: ofBank },
            { weight: 2, arbitrary: givesBack },
          ),
          { minLength: 1, maxLength: 3 },
        ),
      },
    ),
    evening: fc.oneof(
      { weight: 6, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constant<EveningAct>('sales_not_settled') },
      { weight: 2, arbitrary: fc.constant<EveningAct>('refunds_declined') },
    ),
  });

const actsOf: Partial<Record<Flow, fc.Arbitrary<DayAct>>> = {
  for_two: ofPayerOfTwo,
  professional: ofProfessional,
  bundle: ofProfessional,
};

export function moneyTimelineOf(days: number): fc.Arbitrary<MoneyTimeline> {
  const flow = fc.oneof(
    { weight: 6, arbitrary: fc.constant<Flow>('alone') },
    { weight: 4, arbitrary: fc.constantFrom(...flows) },
  );
  return flow.chain((chosen) =>
    fc.record({
      flow: fc.constant(chosen),
      plan: fc.constantFrom(...plans),
      taxed: fc.boolean(),
      days: fc.array(dayOf(actsOf[chosen] ?? ofParent), { minLength: days, maxLength: days }),
    }),
  );
}

/** A random number generator, deterministic by seed. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
