import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';
import { retriedLine } from './outcome.ts';

/**
 * Records which tests passed only at a second try, with the first error: vitest prints that next to the test, where it
 * is overlooked, and in no report.
 */
export default class RetriedTests implements Reporter {
  readonly #titles: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const isRetried = (test.diagnostic()?.retryCount ?? 0) > 0;
    const { state, errors } = test.result();
    if (isRetried && state === 'passed') this.#titles.push(retriedLine(test.fullName, errors?.[0]?.message));
  }

  onTestRunEnd(): void {
    const file = process.env['RETRIED_TESTS_FILE'];
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.#titles));
  }
}
