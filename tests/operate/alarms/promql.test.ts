import { expect, test } from 'vitest';
import { evaluate, readExposition, type Scrape } from './evaluate-promql.ts';
import { cases, notTried } from './game-day-cases.ts';
import { parsePromql } from './parse-promql.ts';
import { readRules } from './rules.ts';

const scrape = (at: number, ...lines: string[]): Scrape => ({ at, samples: readExposition(lines.join('\n'), 'one') });
const valuesOf = (text: string, scrapes: Scrape[], speed = 1) =>
  evaluate(parsePromql(text), { scrapes, speed }).map(({ value }) => value);

test.each([
  ['a', ['a 3'], [3]],
  ['a{kind=~"x|y",state!="z"}', ['a{kind="x",state="w"} 1', 'a{kind="y",state="z"} 2', 'a{kind="xx"} 4'], [1]],
  ['max(a) > 2 * 24', ['a 49'], [49]],
  ['max(a) > 2 * 24', ['a 48'], []],
  ['sum by (kind) (a)', ['a{kind="x",n="1"} 1', 'a{kind="x",n="2"} 2', 'a{kind="y"} 4'], [3, 4]],
  ['a unless b', ['a{kind="x"} 1', 'a{kind="y"} 2', 'b{kind="y"} 9'], [1]],
  ['a < 1 or absent(a)', ['b 1'], [1]],
  ['a < 1 or absent(a)', ['a 1'], []],
  ['sum(a) / sum(b) > 0.4 and sum(b) > 20', ['a 10', 'b 21'], [10 / 21]],
  ['sum(a) / sum(b) > 0.4 and sum(b) > 20', ['a 10', 'b 20'], []],
  ['histogram_quantile(0.5, sum by (le) (b))', ['b{le="1"} 0', 'b{le="3"} 10', 'b{le="+Inf"} 10'], [2]],
] as const)('alarms: %s of %j is %j', (text, lines, values) => {
  expect(valuesOf(text, [scrape(0, ...lines)])).toEqual(values);
});

test('alarms: a new series has no increase, a restarted counter does, and windows end', () => {
  const scrapes = [scrape(0, 'a 5'), scrape(60, 'a 8', 'new 1'), scrape(120, 'a 2', 'new 2')];
  expect(valuesOf('increase(a[5m])', scrapes)).toEqual([5]);
  expect(valuesOf('increase(a[1m])', scrapes)).toEqual([2]);
  expect(valuesOf('increase(a[5m])', scrapes, 5)).toEqual([2]);
  expect(valuesOf('rate(a[5m])', scrapes)).toEqual([5 / 300]);
  expect(valuesOf('sum(increase(new[5m])) > 0', scrapes.slice(0, 2))).toEqual([]);
  expect(valuesOf('sum(increase(new[5m])) > 0', scrapes)).toEqual([1]);
});

test('alarms: every rule can be read, and has its case in the game day or a reason why it has none', () => {
  const rules = readRules();
  for (const { expr } of rules) parsePromql(expr);
  expect([...cases.map(({ alarm }) => alarm), ...Object.keys(notTried)].sort()).toEqual(
    rules.map(({ alert }) => alert).sort(),
  );
  for (const reason of Object.values(notTried)) expect(reason.split(' ').length).toBeGreaterThan(5);
});

test('alarms: unsupported PromQL is an error', () => {
  for (const text of ['sum(a', 'a > ', 'a{b=c}', 'a[5y]', 'a offset 5m', 'a $ b'])
    expect(() => parsePromql(text)).toThrow();
});
