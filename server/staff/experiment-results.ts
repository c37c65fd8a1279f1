import type { ExperimentResults, GuardrailView } from '#contract/api/staff/staff-experiments.ts';
import { type Day, utcDay } from '#contract/fields/day.ts';
import { after, days } from '../clock.ts';
import { attributionDays } from '../experiments/attribute-attempt.ts';
import { differenceOf, type Group, meanOf, shareGroup } from '../experiments/statistics/difference.ts';
import { evaluate } from '../experiments/statistics/verdict.ts';
import type { GroupName, PayerRow, ShownRow } from './experiment-counts.ts';

type ResultParams = {
  shown: readonly ShownRow[];
  payers: readonly PayerRow[];
  /** Percent in treatment. */
  share: number;
  at: Date;
};

const groups = ['control', 'treatment'] as const;

/** All days from the first to the last. */
function daysOf(rows: readonly { day: Day }[]): Day[] {
  const sortedDays = rows.map(({ day }) => day).sort();
  const [first, last] = [sortedDays.at(0), sortedDays.at(-1)];
  if (first === undefined || last === undefined) return [];
  const count = (Date.parse(last) - Date.parse(first)) / days(1);
  return Array.from({ length: count + 1 }, (_, index) => utcDay(new Date(Date.parse(first) + index * days(1))));
}

/** Cumulative sums up to each day, by group. */
function runningSums<Row extends { day: Day; state: GroupName }>(
  rows: readonly Row[],
  { through, of }: { through: readonly string[]; of: (row: Row) => number },
): Record<GroupName, number>[] {
  const sums = { control: 0, treatment: 0 };
  return through.map((day) => {
    for (const row of rows) if (row.day === day) sums[row.state] += of(row);
    return { ...sums };
  });
}

/** Below these minimums a guardrail is not compared: people per group, and refunds or declines among them. */
const minPeoplePerGroup = 20;
const minEventsPerGroup = 5;

type GuardrailGroups = Record<GroupName, Group>;

function guardrailOf(
  guardrail: GuardrailView['guardrail'],
  { control, treatment }: GuardrailGroups,
  shownAs = (mean: number) => mean,
) {
  const isEnough = [control, treatment].every(
    ({ count, sum }) => count >= minPeoplePerGroup && sum >= minEventsPerGroup,
  );
  const difference = isEnough ? differenceOf({ control, treatment }) : null;
  const valueOf = (group: Group) => (group.count === 0 ? null : shownAs(meanOf(group)));
  return { guardrail, control: valueOf(control), treatment: valueOf(treatment), difference };
}

/** Guardrails: metrics that should not get worse while the main metric gets better. */
function guardrailsOf(payers: readonly PayerRow[]): GuardrailView[] {
  const sum = (state: GroupName, of: (row: PayerRow) => number) =>
    payers.filter((row) => row.state === state).reduce((total, row) => total + of(row), 0);
  const byGroup = (of: (state: GroupName) => Group): GuardrailGroups => ({
    control: of('control'),
    treatment: of('treatment'),
  });
  const share = (ones: (row: PayerRow) => number, all: (row: PayerRow) => number) =>
    byGroup((state) => shareGroup(sum(state, all), sum(state, ones)));
  const paid = ({ paid: count }: PayerRow) => count;
  const logSeconds = byGroup((state) => ({
    count: sum(state, paid),
    sum: sum(state, (row) => row.logSeconds),
    sumOfSquares: sum(state, (row) => row.logSecondsSquared),
  }));
  const minutes = guardrailOf('MINUTES', logSeconds, (mean) => Math.exp(mean) / 60);
  const { difference } = minutes;
  const factor = difference && {
    estimate: Math.exp(difference.estimate),
    low: Math.exp(difference.low),
    high: Math.exp(difference.high),
  };
  return [
    guardrailOf(
      'REFUNDED',
      share(({ refunded }) => refunded, paid),
    ),
    guardrailOf(
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
 * The results of an iteration. People count once their attribution days are over, so that each person's outcome is
 * final.
 */
export function experimentResults({ shown, payers, share, at }: ResultParams): ExperimentResults {
  const allDays = daysOf(shown);
  const splits = runningSums(shown, { through: allDays, of: ({ people }) => people });
  // The whole day must be over by the attribution days.
  const latest = utcDay(after(at, -days(attributionDays + 1)));
  const closedDays = allDays.filter((day) => day <= latest);
  const paid = runningSums(payers, { through: closedDays, of: (row) => row.paid });
  const counts = closedDays.map((day, index) => ({
    day,
    ...countsOf(splits[index], paid[index]),
  }));
  const interimResults = counts.map(({ control, treatment }) => ({
    control: shareGroup(control.people, control.paid),
    treatment: shareGroup(treatment.people, treatment.paid),
  }));
  const { verdict, differences } = evaluate({ interimResults, splits, share: share / 100 });
  return {
    verdict,
    shown: splits.at(-1) ?? { control: 0, treatment: 0 },
    interimResults: counts.map((count, index) => ({ ...count, difference: differences[index] ?? null })),
    guardrails: guardrailsOf(payers),
  };
}

type Sums = Record<GroupName, number> | undefined;

function countsOf(people: Sums, paid: Sums) {
  const [control, treatment] = groups.map((group) => ({ people: people?.[group] ?? 0, paid: paid?.[group] ?? 0 }));
  return { control: control ?? { people: 0, paid: 0 }, treatment: treatment ?? { people: 0, paid: 0 } };
}
