import { defineConfig } from '@playwright/test';
import { chromiumFlags } from './tests/setup/browser/chromium.ts';

/** Journeys through the whole site in a real browser: app, sandbox and PostgreSQL as in operation. */
export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/journeys/start-site.ts',
  // Node strips the types itself.
  build: { external: ['**/*.ts'] },
  outputDir: 'node_modules/.cache/journeys',
  // The longest takes a third of this while others run beside it: a hanging journey costs no more.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  // The tests of a year and of a session's end wait for half a minute each: their files come first by name, so that the
  // others run meanwhile.
  fullyParallel: true,
  workers: 4,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    // Frames of animations cost a third of the computing time; animations are checked in the tests of `web/ui`.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording each step costs a third of the time: `--trace on` records it where one is needed.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      // A page lives for seconds: optimising its code is a tenth of a journey's cost. Everything that one worker opens,
      // wallets' windows and second browsers included, may share a process: starting one costs as much as a screen.
      args: [...chromiumFlags, '--js-flags=--no-opt --no-maglev', '--renderer-process-limit=1'],
    },
  },
});
