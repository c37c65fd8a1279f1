import { existsSync, readFileSync } from 'node:fs';
import type { Outcome } from './outcome.ts';

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numFailedTestSuites: number;
  testResults?: { assertionResults: { fullName: string; status: string }[] }[];
};
type PlaywrightSpec = { title: string; tests: { status: string }[] };
type PlaywrightSuite = { suites?: PlaywrightSuite[]; specs?: PlaywrightSpec[] };
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; skipped: number };
  suites?: PlaywrightSuite[];
  errors: unknown[];
};

type Run = {
  file: string;
  runner: 'vitest' | 'playwright';
  exitCode: number;
};

/**
 * Sums up a runner's report. A skipped test is named if its title says what it needs, and is otherwise a failure; so is
 * a run that failed without a failed test (a file that cannot be loaded), or found no test at all.
 */
export function countTests({ file, runner, exitCode }: Run): Outcome {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const {
    passed,
    failed,
    failures,
    notRun = [],
  } = runner === 'vitest' ? ofVitest(report as VitestReport) : ofPlaywright(report as PlaywrightReport);
  const silent = failed === 0 && (exitCode !== 0 || passed === 0);
  return {
    passed,
    failed: silent ? 1 : failed,
    ...(failures.length > 0 ? { failures } : {}),
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
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.skipped,
    failures: suites.flatMap(failedSpecs).map(({ title }) => title),
  };
}

function failedSpecs({ suites = [], specs = [] }: PlaywrightSuite): PlaywrightSpec[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'));
  return [...own, ...suites.flatMap(failedSpecs)];
}
