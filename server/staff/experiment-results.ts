import type { ExperimentResults, GuardView } from '#contract/api/staff-experiments.ts';
import { after, days } from '../clock.ts';
import { attributionDays } from '../experiments/attribute-attempt.ts';
import { differenceOf, type Group, meanOf, shareGroup } from '../experiments/statistics/difference.ts';
import { judge } from '../experiments/statistics/verdict.ts';
import type { GroupName, PayerRow, ShownRow } from './experiment-counts.ts';

type Seen = {
  shown: readonly ShownRow[];
  payers: readonly PayerRow[];
  /** Percent in treatment. */
  share: number;
  at: Date;
};

const groups = ['control', 'treatment'] as const;
const dayOf = (instant: Date) => instant.toISOString().slice(0, 10);

/** Every day from the first to the last of these. */
function daysOf(rows: readonly { day: string }[]): string[] {
  const known = rows.map(({ day }) => day).sort();
  const [first, last] = [known.at(0), known.at(-1)];
  if (first === undefined || last === undefined) return [];
  const count = (Date.parse(last) - Date.parse(first)) / days(1);
  return Array.from({ length: count + 1 }, (_, index) => dayOf(new Date(Date.parse(first) + index * days(1))));
}

/** Sums over the days up to each, group by group. */
function runningSums<Row extends { day: string; state: GroupName }>(
  rows: readonly Row[],
  { through, of }: { through: readonly string[]; of: (row: Row) => number },
): Record<GroupName, number>[] {
  const sums = { control: 0, treatment: 0 };
  return through.map((day) => {
    for (const row of rows) if (row.day === day) sums[row.state] += of(row);
    return { ...sums };
  });
}

/** Fewer say too little to be compared: people in a group, and of them those who were refunded or refused. */
const fewestOfGuard = 20;
const fewestMet = 5;

type GuardGroups = Record<GroupName, Group>;

function guardOf(guard: GuardView['guard'], { control, treatment }: GuardGroups, shownAs = (mean: number) => mean) {
  const enough = [control, treatment].every(({ count, sum }) => count >= fewestOfGuard && sum >= fewestMet);
  const found = enough ? differenceOf({ control, treatment }) : null;
  const valueOf = (group: Group) => (group.count === 0 ? null : shownAs(meanOf(group)));
  return { guard, control: valueOf(control), treatment: valueOf(treatment), difference: found };
}

/** What should not get worse while the main measure gets better. */
function guardsOf(payers: readonly PayerRow[]): GuardView[] {
  const sum = (state: GroupName, of: (row: PayerRow) => number) =>
    payers.filter((row) => row.state === state).reduce((total, row) => total + of(row), 0);
  const both = (of: (state: GroupName) => Group): GuardGroups => ({
    control: of('control'),
    treatment: of('treatment'),
  });
  const share = (ones: (row: PayerRow) => number, all: (row: PayerRow) => number) =>
    both((state) => shareGroup(sum(state, all), sum(state, ones)));
  const paid = ({ paid: count }: PayerRow) => count;
  const logSeconds = both((state) => ({
    count: sum(state, paid),
    sum: sum(state, (row) => row.logSeconds),
    sumOfSquares: sum(state, (row) => row.logSecondsSquared),
  }));
  const minutes = guardOf('MINUTES', logSeconds, (mean) => Math.exp(mean) / 60);
  const { difference } = minutes;
  const factor = difference && {
    estimate: Math.exp(difference.estimate),
    low: Math.exp(difference.low),
    high: Math.exp(difference.high),
  };
  return [
    guardOf(
      'REFUNDED',
      share(({ refunded }) => refunded, paid),
    ),
    guardOf(
      'DECLINED',
      share(
        ({ declined }) => declined,
        ({ tried }) => tried,
      ),
    ),
    { ...minutes, difference: factor },
  ];
}

/**
 * What an iteration has shown until now. Who was shown it lately may yet pay: they count once their days to pay are
 * over, so that each person is one answer that does not change any more.
 */
export function experimentResults({ shown, payers, share, at }: Seen): ExperimentResults {
  const every = daysOf(shown);
  const splits = runningSums(shown, { through: every, of: ({ people }) => people });
  // The whole of a day must be over for so long.
  const latest = dayOf(after(at, -days(attributionDays + 1)));
  const over = every.filter((day) => day <= latest);
  const paid = runningSums(payers, { through: over, of: (row) => row.paid });
  const counts = over.map((day, index) => ({
    day,
    ...countsOf(splits[index], paid[index]),
  }));
  const looks = counts.map(({ control, treatment }) => ({
    control: shareGroup(control.people, control.paid),
    treatment: shareGroup(treatment.people, treatment.paid),
  }));
  const { verdict, differences } = judge({ looks, splits, share: share / 100 });
  return {
    verdict,
    shown: splits.at(-1) ?? { control: 0, treatment: 0 },
    looks: counts.map((count, index) => ({ ...count, difference: differences[index] ?? null })),
    guards: guardsOf(payers),
  };
}

type Sums = Record<GroupName, number> | undefined;

function countsOf(people: Sums, paid: Sums) {
  const [control, treatment] = groups.map((group) => ({ people: people?.[group] ?? 0, paid: paid?.[group] ?? 0 }));
  return { control: control ?? { people: 0, paid: 0 }, treatment: treatment ?? { people: 0, paid: 0 } };
}
