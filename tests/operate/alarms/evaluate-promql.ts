import type { Expression, Operator } from './parse-promql.ts';

export type Labels = Record<string, string>;
export type Sample = { labels: Labels; value: number };
/** One scrape of all processes. `at`: seconds. The name of a metric is its label `__name__`. */
export type Scrape = { at: number; samples: Sample[] };

type Context = { scrapes: readonly Scrape[]; speed: number };
type Points = { labels: Labels; points: { at: number; value: number }[] };

const keyOf = (labels: Labels) =>
  JSON.stringify(Object.entries(labels).toSorted(([one], [two]) => (one < two ? -1 : 1)));
const only = (labels: Labels, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (labels[name] === undefined ? [] : [[name, labels[name]]])));
const nameless = ({ __name__: _, ...labels }: Labels): Labels => labels;

/** Parses one process's metrics in the Prometheus text format. */
export function readExposition(text: string, instance: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, inside = '', value] = /^([a-zA-Z_]\w*)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
    if (name === undefined) return [];
    const labels = [...inside.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, content]) => [label, content]);
    return [{ labels: { __name__: name, instance, ...Object.fromEntries(labels) }, value: Number(value) }];
  });
}

/**
 * Evaluates an expression at the last scrape: an alarm fires for each sample. `speed`: how much faster than in
 * production time passes, for windows. A series that has just appeared has no increase, as in Prometheus; unlike it,
 * nothing is extrapolated to the edges of a window.
 */
export function evaluate(expression: Expression, context: Context): Sample[] {
  switch (expression.kind) {
    case 'number':
      return [{ labels: {}, value: expression.value }];
    case 'selector':
      return instant(expression, context);
    case 'aggregate':
      return aggregate(expression, context);
    case 'call':
      return call(expression, context);
    case 'binary':
      return combine(expression, context);
  }
}

type Selector = Extract<Expression, { kind: 'selector' }>;

const isOf = ({ name, matchers }: Selector, { labels }: Sample) =>
  labels['__name__'] === name && matchers.every(({ label, matches }) => matches(labels[label] ?? ''));

function instant(selector: Selector, { scrapes }: Context): Sample[] {
  return (scrapes.at(-1)?.samples ?? []).filter((sample) => isOf(selector, sample));
}

function range(selector: Expression | undefined, { scrapes, speed }: Context): Points[] {
  if (selector?.kind !== 'selector' || selector.rangeSeconds === null) throw new Error('A range is needed');
  const since = (scrapes.at(-1)?.at ?? 0) - selector.rangeSeconds / speed;
  const found = new Map<string, Points>();
  for (const { at, samples } of scrapes.filter((scrape) => scrape.at >= since))
    for (const sample of samples.filter((one) => isOf(selector, one))) {
      const key = keyOf(sample.labels);
      const series = found.get(key) ?? { labels: sample.labels, points: [] };
      series.points.push({ at, value: sample.value });
      found.set(key, series);
    }
  return [...found.values()].filter(({ points }) => points.length > 1);
}

/** A counter that has decreased was reset. */
function increase({ labels, points }: Points): Sample {
  let value = 0;
  for (const [index, point] of points.entries()) {
    const before = points[index - 1]?.value ?? point.value;
    value += point.value < before ? point.value : point.value - before;
  }
  return { labels: nameless(labels), value };
}

function aggregate({ operator, by, of }: Extract<Expression, { kind: 'aggregate' }>, context: Context): Sample[] {
  const groups = new Map<string, Sample>();
  for (const { labels, value } of evaluate(of, context)) {
    const group = only(labels, by);
    const before = groups.get(keyOf(group))?.value;
    const joined = operator === 'sum' ? (before ?? 0) + value : Math.max(before ?? value, value);
    groups.set(keyOf(group), { labels: group, value: joined });
  }
  return [...groups.values()];
}

function call({ name, of }: Extract<Expression, { kind: 'call' }>, context: Context): Sample[] {
  const [first, second] = of;
  if (name === 'absent') return first && evaluate(first, context).length === 0 ? [{ labels: {}, value: 1 }] : [];
  if (name === 'histogram_quantile') {
    if (first?.kind !== 'number' || !second) throw new Error('A quantile is needed');
    return quantiles(first.value, evaluate(second, context));
  }
  const increases = range(first, context).map(increase);
  if (name === 'increase') return increases;
  const seconds = first?.kind === 'selector' ? (first.rangeSeconds ?? 1) : 1;
  return increases.map(({ labels, value }) => ({ labels, value: value / (seconds / context.speed) }));
}

/** Interpolates linearly within a bucket, as Prometheus does. */
function quantiles(share: number, buckets: readonly Sample[]): Sample[] {
  const groups = Map.groupBy(buckets, ({ labels: { le: _, ...others } }) => keyOf(others));
  return [...groups.values()].flatMap((group) => {
    const sorted = group
      .map(({ labels, value }) => ({ edge: labels['le'] === '+Inf' ? Infinity : Number(labels['le']), count: value }))
      .toSorted((one, two) => one.edge - two.edge);
    const rank = share * (sorted.at(-1)?.count ?? 0);
    const at = sorted.findIndex(({ count }) => count >= rank);
    const [below, bucket] = [sorted[at - 1] ?? { edge: 0, count: 0 }, sorted[at]];
    if (!bucket || rank === 0) return [];
    const inside = (rank - below.count) / (bucket.count - below.count);
    const value = bucket.edge === Infinity ? below.edge : below.edge + (bucket.edge - below.edge) * inside;
    return [{ labels: {}, value }];
  });
}

const compute: Partial<Record<Operator, (left: number, right: number) => number | boolean>> = {
  '>': (left, right) => left > right,
  '<': (left, right) => left < right,
  '==': (left, right) => left === right,
  '/': (left, right) => left / right,
  '*': (left, right) => left * right,
};

function combine({ operator, left, right }: Extract<Expression, { kind: 'binary' }>, context: Context): Sample[] {
  const [ours, theirs] = [evaluate(left, context), evaluate(right, context)];
  const byLabels = new Map(theirs.map((sample) => [keyOf(nameless(sample.labels)), sample]));
  const partner = ({ labels }: Sample) => byLabels.get(keyOf(nameless(labels)));
  if (operator === 'and') return ours.filter(partner);
  if (operator === 'unless') return ours.filter((sample) => !partner(sample));
  if (operator === 'or') {
    const known = new Set(ours.map(({ labels }) => keyOf(nameless(labels))));
    return [...ours, ...theirs.filter(({ labels }) => !known.has(keyOf(nameless(labels))))];
  }
  return ours.flatMap((sample) => {
    const other = right.kind === 'number' || isNumber(right) ? theirs[0] : partner(sample);
    const result = other && compute[operator]?.(sample.value, other.value);
    if (result === undefined || result === false) return [];
    return [result === true ? sample : { labels: nameless(sample.labels), value: result }];
  });
}

const isNumber = (expression: Expression): boolean =>
  expression.kind === 'number' ||
  (expression.kind === 'binary' && isNumber(expression.left) && isNumber(expression.right));
