import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { countTests } from './count-tests.ts';
import { summary } from './outcome.ts';

function reportOf(content: object): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const vitestReport = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
const playwrightReport = (stats: object) => reportOf({ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0, ...stats } });

test('passed and failed tests are taken from the report', () => {
  const file = reportOf({ ...vitestReport, numFailedTests: 2 });
  expect(countTests({ file, runner: 'vitest', exitCode: 1 })).toEqual({ passed: 5, failed: 2 });
});

test('a skipped test is a failed one, in both runners', () => {
  expect(countTests({ file: reportOf({ ...vitestReport, numPendingTests: 1 }), runner: 'vitest', exitCode: 0 }).failed).toBe(1);
  expect(countTests({ file: playwrightReport({ skipped: 2 }), runner: 'playwright', exitCode: 0 }).failed).toBe(2);
});

test('a journey that passes only at the second try counts as passed', () => {
  expect(countTests({ file: playwrightReport({ flaky: 1 }), runner: 'playwright', exitCode: 0 })).toEqual({ passed: 4, failed: 0 });
});

test('a run that fails without a failed test, finds no test or leaves no report is a failure', () => {
  expect(countTests({ file: reportOf(vitestReport), runner: 'vitest', exitCode: 1 }).failed).toBe(1);
  expect(countTests({ file: reportOf({ ...vitestReport, numPassedTests: 0 }), runner: 'vitest', exitCode: 0 }).failed).toBe(1);
  expect(countTests({ file: '/nowhere/report.json', runner: 'vitest', exitCode: 0 })).toEqual({ passed: 0, failed: 1 });
});

test('the summary ends with the plain sum of all sections', () => {
  const text = summary(
    [
      { name: 'types', seconds: 1.25, passed: 1, failed: 0 },
      { name: 'unit', seconds: 12, passed: 40, failed: 2 },
    ],
    12.5,
  );
  expect(text.split('\n').at(-1)).toBe('41 passed, 2 failed');
  expect(text).toContain('FAILED  2 of 42');
  expect(text).toContain('all      12.5 s');
});
