import { stripVTControlCharacters } from 'node:util';

/**
 * The result of a section. A check without tests of its own counts as one. `failures`: the titles of the failed tests.
 * `retried`: tests that passed only on the second try, each as `retriedLine`; `passed` includes them. The summary names
 * both.
 */
export type Outcome = {
  passed: number;
  failed: number;
  failures?: readonly string[];
  retried?: readonly string[];
  /** Tests for which this machine lacks something that their title names: `(needs PostgreSQL 15)`. */
  notRun?: readonly string[];
};

/** A busy machine makes a test fail now and then; more retries in one run are no coincidence. */
export const maxRetries = 5;

export const onePassed: Outcome = { passed: 1, failed: 0 };
export const oneFailed: Outcome = { passed: 0, failed: 1 };

export type SectionResult = { name: string; seconds: number } & Outcome;

/**
 * The table at the end of a run, with the sum as its last line. `seconds`: of the whole run, because sections may run
 * in parallel.
 */
export function summary(results: readonly SectionResult[], seconds: number): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  const rows = results.map(({ name, seconds, passed, failed, retried = [] }) => {
    const again = retried.length > 0 ? `, ${retried.length} only on the second try` : '';
    const verdict = `${failed > 0 ? `FAILED  ${failed} of ${passed + failed}` : `ok      ${passed}`}${again}`;
    return `  ${name.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s  ${verdict}`;
  });
  const sum = (pick: (result: SectionResult) => number) => results.reduce((total, result) => total + pick(result), 0);
  const total = `  ${'all'.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s`;
  return [
    ...rows,
    total,
    '',
    ...retriedLines(results),
    ...namedLines(
      'Not run here:',
      results.flatMap(({ name, notRun = [] }) => notRun.map((title) => `${name}: ${title}`)),
    ),
    ...namedLines(
      'Failed:',
      results.flatMap(({ name, failures = [] }) => failures.map((title) => `${name}: ${title}`)),
    ),
    `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`,
  ].join('\n');
}

/** A test that passed at its second try, with the first error, which is needed to find the race. */
export const retriedLine = (title: string, error = 'without a message'): string =>
  `${title} (first: ${stripVTControlCharacters(error).split('\n')[0]})`;

export function retriesOf(results: readonly SectionResult[]): string[] {
  return results.flatMap(({ name, retried = [] }) => retried.map((title) => `${name}: ${title}`));
}

const namedLines = (heading: string, titles: readonly string[]): string[] =>
  titles.length === 0 ? [] : [heading, ...titles.map((title) => `  ${title}`), ''];

/** Printed near the sum, so that nobody overlooks them. */
function retriedLines(results: readonly SectionResult[]): string[] {
  const retried = retriesOf(results);
  if (retried.length === 0) return [];
  const fails = retried.length > maxRetries ? `; more than ${maxRetries} fail the run` : '';
  return [
    `${retried.length} passed only on the second try: look for a race${fails}`,
    ...retried.map((line) => `  ${line}`),
    '',
  ];
}
