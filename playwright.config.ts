import { defineConfig } from '@playwright/test';
import { chromiumFlags } from './tests/setup/chromium.ts';

/** Journeys through the whole site in a real browser: app, sandbox and PostgreSQL as they run for a person. */
export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/journeys/start-site.ts',
  // Node strips the types itself.
  build: { external: ['**/*.ts'] },
  outputDir: 'node_modules/.cache/journeys',
  // The longest takes a third of it, with everything else that runs beside it: one that hangs costs no more.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  // A year and a session that ends wait for half a minute each: their files come first by name, so that the others
  // work meanwhile.
  fullyParallel: true,
  workers: 4,
  forbidOnly: true,
  // A journey that a busy moment broke may run once more; the summary of the run names it, and a run with several of
  // them fails.
  retries: 1,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    // Frames that only move cost a third of what is computed; how things move is looked at in the parts of the web.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording each step costs a third of the time: only the second try is recorded.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      // A page lives for seconds: making its code faster is a tenth of what a journey costs. What one worker opens,
      // wallets' windows and second browsers too, may share a process: starting one costs as much as a screen.
      args: [...chromiumFlags, '--js-flags=--no-opt --no-maglev', '--renderer-process-limit=1'],
    },
  },
});
