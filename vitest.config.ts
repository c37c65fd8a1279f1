import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/setup/longest-first.ts';

const notOurs = ['**/node_modules/**', 'dist/**', 'generated/**', 'tests/journeys/**'];
const browserTests = ['**/*.browser.test.{ts,tsx}'];
/** They share the run's PostgreSQL. */
const databaseTests = [
  '**/*.db.test.ts',
  'tests/api/**/*.test.ts',
  'tests/faults/**/*.test.ts',
  'tests/security/**/*.test.ts',
  'tests/setup/**/*.test.ts',
];

/**
 * No module keeps state between files, and reloading all code for each takes longer than the tests. Files that share a
 * process leave much garbage: with a larger young generation it is collected less often.
 */
const roomy = { isolate: false, execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'] };

/** Real processes and a real browser share two cores: whatever waits for them waits long. */
const realParts = { expect: { poll: { timeout: 10_000 } } };

export default defineConfig({
  test: {
    allowOnly: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Without this, two cores are given one worker.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...roomy,
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...notOurs, ...databaseTests, ...browserTests],
        },
      },
      {
        test: {
          ...realParts,
          ...roomy,
          execArgv: [...roomy.execArgv, '--import', './tests/setup/quick-hashes.ts'],
          name: 'api',
          // Node strips the types of these files itself: transforming them takes longer than loading them.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          testTimeout: 40_000,
          // They wait for time-outs and real processes as much as they compute.
          maxWorkers: 3,
          include: databaseTests,
          exclude: [...notOurs, ...browserTests],
          globalSetup: ['tests/setup/database/vitest-cluster.ts'],
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.long-run.ts'],
          exclude: notOurs,
          globalSetup: ['tests/setup/database/vitest-cluster.ts'],
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'lighthouse',
          include: ['tests/lighthouse/**/*.long-run.ts'],
          exclude: notOurs,
          testTimeout: 240_000,
          // Concurrent audits would slow each other down, and count it as the page's.
          fileParallelism: false,
        },
      },
      {
        test: {
          ...realParts,
          ...roomy,
          // Files of a worker share its browser and its page, which is reset for each test.
          name: 'browser',
          include: browserTests,
          exclude: notOurs,
          testTimeout: 60_000,
          globalSetup: ['tests/setup/browser/vitest-web-builds.ts'],
        },
      },
    ],
  },
});
