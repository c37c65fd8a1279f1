/**
 * The result of a section. A check without tests of its own counts as one. `failures`: the titles of the failed tests,
 * which the summary names.
 */
export type Outcome = {
  passed: number;
  failed: number;
  failures?: readonly string[];
  /** Tests for which this machine lacks something that their title names: `(needs PostgreSQL 15)`. */
  notRun?: readonly string[];
};

export const onePassed: Outcome = { passed: 1, failed: 0 };
export const oneFailed: Outcome = { passed: 0, failed: 1 };

export type SectionResult = { name: string; seconds: number } & Outcome;

/**
 * The table at the end of a run, with the sum as its last line. `seconds`: of the whole run, because sections may run
 * in parallel.
 */
export function summary(results: readonly SectionResult[], seconds: number): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  const rows = results.map(({ name, seconds, passed, failed }) => {
    const verdict = failed > 0 ? `FAILED  ${failed} of ${passed + failed}` : `ok      ${passed}`;
    return `  ${name.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s  ${verdict}`;
  });
  const sum = (pick: (result: SectionResult) => number) => results.reduce((total, result) => total + pick(result), 0);
  const total = `  ${'all'.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s`;
  return [
    ...rows,
    total,
    '',
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

const namedLines = (heading: string, titles: readonly string[]): string[] =>
  titles.length === 0 ? [] : [heading, ...titles.map((title) => `  ${title}`), ''];
