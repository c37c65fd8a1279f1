import { existsSync, readFileSync } from 'node:fs';
import { type Outcome, retriedLine } from './outcome.ts';

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numFailedTestSuites: number;
  testResults?: { assertionResults: { fullName: string; status: string }[] }[];
};
type PlaywrightSpec = {
  title: string;
  tests: { status: string; results?: { error?: { message?: string } }[] }[];
};
type PlaywrightSuite = { suites?: PlaywrightSuite[]; specs?: PlaywrightSpec[] };
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites?: PlaywrightSuite[];
  errors: unknown[];
};

type Run = {
  file: string;
  runner: 'vitest' | 'playwright';
  exitCode: number;
  /**
   * File with the tests that passed only on the second try, from our reporter (retried-tests.ts): vitest's report omits
   * them.
   */
  retries?: string;
};

/**
 * Sums up a runner's report. A test that passed only on the second try counts as passed, and is named. A skipped test
 * is named too if its title says what it needs, and is otherwise a failure; so is a run that failed without a failed
 * test (a file that cannot be loaded), or found no test at all.
 */
export function countTests({ file, runner, exitCode, retries }: Run): Outcome {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const {
    passed,
    failed,
    failures,
    notRun = [],
    ...more
  } = runner === 'vitest' ? ofVitest(report as VitestReport) : ofPlaywright(report as PlaywrightReport);
  const silent = failed === 0 && (exitCode !== 0 || passed === 0);
  const retried =
    more.retried ??
    (retries !== undefined && existsSync(retries) ? (JSON.parse(readFileSync(retries, 'utf8')) as string[]) : []);
  return {
    passed,
    failed: silent ? 1 : failed,
    ...(failures.length > 0 ? { failures } : {}),
    ...(retried.length > 0 ? { retried } : {}),
    ...(notRun.length > 0 ? { notRun } : {}),
  };
}

type CountedOutcome = Outcome & { failures: readonly string[] };

const isLeftOut: ReadonlySet<string> = new Set(['skipped', 'pending']);

function ofVitest(report: VitestReport): CountedOutcome {
  const results = (report.testResults ?? []).flatMap(({ assertionResults }) => assertionResults);
  const failed = results.filter(({ status }) => status === 'failed');
  const notRun = results.filter(({ status, fullName }) => isLeftOut.has(status) && /\(needs [^)]+\)$/.test(fullName));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numPendingTests + report.numTodoTests - notRun.length,
    failures: failed.map(({ fullName }) => fullName),
    notRun: notRun.map(({ fullName }) => fullName),
  };
}

function ofPlaywright({ stats, suites = [] }: PlaywrightReport): CountedOutcome {
  const flaky = suites
    .flatMap((suite) => specsOf('flaky', suite))
    .map(({ title, tests }) => retriedLine(title, tests[0]?.results?.[0]?.error?.message));
  // The count and the names come from two places of the report: a test without a name must still be listed.
  const unnamed = Array.from({ length: Math.max(0, stats.flaky - flaky.length) }, () => 'a journey without a name');
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped,
    failures: suites.flatMap((suite) => specsOf('unexpected', suite)).map(({ title }) => title),
    retried: [...flaky, ...unnamed],
  };
}

function specsOf(outcome: 'flaky' | 'unexpected', { suites = [], specs = [] }: PlaywrightSuite): PlaywrightSpec[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === outcome));
  return [...own, ...suites.flatMap((suite) => specsOf(outcome, suite))];
}
