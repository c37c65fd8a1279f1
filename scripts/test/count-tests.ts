import { existsSync, readFileSync } from 'node:fs';
import type { Outcome } from './outcome.ts';

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numFailedTestSuites: number;
};
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number }; errors: unknown[] };

/**
 * Adds a runner's report up. One that passed at the second try counts and is told of. A test that was skipped is a failure; so is a run that failed
 * without a failed test (a file that cannot be loaded) and one that found no test at all.
 */
export function countTests({ file, runner, exitCode }: { file: string; runner: 'vitest' | 'playwright'; exitCode: number }): Outcome {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const { passed, failed } = runner === 'vitest' ? ofVitest(report as VitestReport) : ofPlaywright(report as PlaywrightReport);
  const silent = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: silent ? 1 : failed };
}

function ofVitest(report: VitestReport): Outcome {
  return { passed: report.numPassedTests, failed: report.numFailedTests + report.numPendingTests + report.numTodoTests };
}

function ofPlaywright({ stats }: PlaywrightReport): Outcome {
  if (stats.flaky > 0) console.warn(`${stats.flaky} passed only at the second try: see "flaky" above`);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + stats.skipped };
}
