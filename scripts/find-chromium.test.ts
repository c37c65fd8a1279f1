import { expect, test } from 'vitest';
import { findChromium, type Machine } from './find-chromium.ts';

function machineWith(options: {
  programs: string[];
  environment?: Record<string, string>;
  installable?: string[][];
}): Machine & { installed: number } {
  const programs = new Set(options.programs);
  const machine = {
    environment: { PATH: '/usr/local/bin:/usr/bin', ...options.environment },
    isRunnable: (file: string) => programs.has(file),
    playwrightPath: () => '/cache/playwright/chrome',
    installed: 0,
    installers: (options.installable ?? []).map((arrives) => () => {
      machine.installed += 1;
      for (const program of arrives) programs.add(program);
    }),
  };
  return machine;
}

test('CHROMIUM_PATH overrides every other browser', () => {
  const machine = machineWith({
    programs: ['/opt/mine', '/usr/bin/chromium', '/cache/playwright/chrome'],
    environment: { CHROMIUM_PATH: '/opt/mine' },
  });
  expect(findChromium(machine)).toEqual({ executablePath: '/opt/mine', source: 'environment' });
});

test('a CHROMIUM_PATH that leads nowhere is an error, not a reason to use another browser', () => {
  const machine = machineWith({ programs: ['/usr/bin/chromium'], environment: { CHROMIUM_PATH: '/opt/gone' } });
  expect(() => findChromium(machine)).toThrow('/opt/gone');
});

test("the system's browser comes before Playwright's, Chromium before Chrome", () => {
  const machine = machineWith({
    programs: ['/cache/playwright/chrome', '/usr/local/bin/google-chrome', '/usr/bin/chromium'],
  });
  expect(findChromium(machine)).toEqual({ executablePath: '/usr/bin/chromium', source: 'system' });
});

test("without a system browser Playwright's is used, and nothing is installed", () => {
  const machine = machineWith({ programs: ['/cache/playwright/chrome'], installable: [['/usr/bin/chromium']] });
  expect(findChromium(machine)).toEqual({ executablePath: '/cache/playwright/chrome', source: 'playwright' });
  expect(machine.installed).toBe(0);
});

test('with none present the installers are tried in turn until one succeeds', () => {
  const machine = machineWith({ programs: [], installable: [[], ['/usr/bin/chromium'], ['/usr/bin/google-chrome']] });
  expect(findChromium(machine)).toEqual({ executablePath: '/usr/bin/chromium', source: 'installed' });
  expect(machine.installed).toBe(2);
});

test('when all of them fail it says what to do', () => {
  expect(() => findChromium(machineWith({ programs: [], installable: [[]] }))).toThrow('set CHROMIUM_PATH');
});
