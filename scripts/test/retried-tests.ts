import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

/**
 * Writes down which tests passed only at a second try: vitest shows that beside the test, where nobody looks, and in no
 * report.
 */
export default class RetriedTests implements Reporter {
  readonly #titles: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const isRetried = (test.diagnostic()?.retryCount ?? 0) > 0;
    if (isRetried && test.result().state === 'passed') this.#titles.push(test.fullName);
  }

  onTestRunEnd(): void {
    const file = process.env['RETRIED_TESTS_FILE'];
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.#titles));
  }
}
