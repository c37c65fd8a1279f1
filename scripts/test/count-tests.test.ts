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
const playwrightReport = (stats: object) => reportOf({ stats: { expected: 3, unexpected: 0, skipped: 0, ...stats } });

test('passed and failed tests are taken from the report', () => {
  const file = reportOf({ ...vitestReport, numFailedTests: 2 });
  expect(countTests({ file, runner: 'vitest', exitCode: 1 })).toEqual({ passed: 5, failed: 2 });
});

test('the summary names each failed test, whichever runner ran it', () => {
  const testResults = [
    {
      assertionResults: [
        { fullName: 'prices > doubled', status: 'failed' },
        { fullName: 'prices > once', status: 'passed' },
      ],
    },
  ];
  const byVitest = reportOf({ ...vitestReport, numFailedTests: 1, testResults });
  const suites = [{ specs: [{ title: 'pays once', tests: [{ status: 'unexpected' }] }] }];
  const byPlaywright = reportOf({ stats: { expected: 3, unexpected: 1, skipped: 0 }, suites });
  const results = [
    { name: 'api', seconds: 1, ...countTests({ file: byVitest, runner: 'vitest', exitCode: 1 }) },
    { name: 'journeys', seconds: 1, ...countTests({ file: byPlaywright, runner: 'playwright', exitCode: 1 }) },
  ];
  expect(summary(results, 2).split('\n').slice(-5)).toEqual([
    'Failed:',
    '  api: prices > doubled',
    '  journeys: pays once',
    '',
    '8 passed, 2 failed',
  ]);
});

test('a skipped test counts as failed, in both runners', () => {
  expect(
    countTests({ file: reportOf({ ...vitestReport, numPendingTests: 1 }), runner: 'vitest', exitCode: 0 }).failed,
  ).toBe(1);
  expect(countTests({ file: playwrightReport({ skipped: 2 }), runner: 'playwright', exitCode: 0 }).failed).toBe(2);
});

test('a skipped test whose title says what it needs is named by the summary, and fails nothing', () => {
  const left = 'PostgreSQL 15 is set up (needs PostgreSQL 15)';
  const testResults = [{ assertionResults: [{ fullName: left, status: 'skipped' }] }];
  const file = reportOf({ ...vitestReport, numPendingTests: 1, testResults });
  const counted = countTests({ file, runner: 'vitest', exitCode: 0 });
  expect(counted).toEqual({ passed: 5, failed: 0, notRun: [left] });
  expect(
    summary([{ name: 'unit', seconds: 1, ...counted }], 1)
      .split('\n')
      .slice(-4),
  ).toEqual(['Not run here:', `  unit: ${left}`, '', '5 passed, 0 failed']);
});

test('a run that fails without a failed test, finds no test or leaves no report is a failure', () => {
  expect(countTests({ file: reportOf(vitestReport), runner: 'vitest', exitCode: 1 }).failed).toBe(1);
  expect(
    countTests({ file: reportOf({ ...vitestReport, numPassedTests: 0 }), runner: 'vitest', exitCode: 0 }).failed,
  ).toBe(1);
  expect(countTests({ file: '/nowhere/report.json', runner: 'vitest', exitCode: 0 })).toEqual({ passed: 0, failed: 1 });
});

test('the summary ends with the sum of all sections', () => {
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
