import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

export type ChromiumSource = 'environment' | 'system' | 'playwright' | 'installed';
export type Chromium = { executablePath: string; source: ChromiumSource };

/** What `findChromium` needs to know of the machine; tests replace it. */
export type Machine = {
  environment: Record<string, string | undefined>;
  isRunnable: (file: string) => boolean;
  playwrightPath: () => string | undefined;
  /** Each tries to install a browser; whether it did is checked afterwards. */
  installers: (() => void)[];
};

/** The headless shell comes first: it is made for tests and takes half the time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
];
const fixedPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/snap/bin/chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];

/** Uses CHROMIUM_PATH, then the system's, then Playwright's, then installs one. Throws if none can be run. */
export function findChromium(machine: Machine): Chromium {
  const configured = machine.environment['CHROMIUM_PATH'];
  if (configured) {
    if (machine.isRunnable(configured)) return { executablePath: configured, source: 'environment' };
    throw new Error(`CHROMIUM_PATH is not an executable: ${configured}`);
  }
  const present = inSystem(machine) ?? ofPlaywright(machine);
  if (present) return present;
  for (const install of machine.installers) {
    install();
    const installed = ofPlaywright(machine) ?? inSystem(machine);
    if (installed) return { ...installed, source: 'installed' };
  }
  throw new Error(
    'No Chromium was found and none could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH.',
  );
}

function inSystem({ environment, isRunnable }: Machine): Chromium | undefined {
  const folders = (environment['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const places = [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...fixedPlaces];
  const executablePath = places.find(isRunnable);
  return executablePath ? { executablePath, source: 'system' } : undefined;
}

function ofPlaywright({ playwrightPath, isRunnable }: Machine): Chromium | undefined {
  const executablePath = playwrightPath();
  return executablePath && isRunnable(executablePath) ? { executablePath, source: 'playwright' } : undefined;
}

/** The machine this runs on. */
export async function thisMachine(): Promise<Machine> {
  const { chromium } = await import('@playwright/test');
  return {
    environment: process.env,
    isRunnable: canExecute,
    playwrightPath: () => chromium.executablePath(),
    installers: [downloadPlaywrights, installDebians],
  };
}

function canExecute(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function downloadPlaywrights(): void {
  console.log('Downloading Chromium for the browser tests …');
  const program = path.resolve(import.meta.dirname, '../node_modules/@playwright/test/cli.js');
  spawnSync(process.execPath, [program, 'install', 'chromium'], { stdio: 'inherit' });
}

function installDebians(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log('Installing Chromium with apt-get …');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env: environment });
  const install = (name: string) =>
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
      stdio: 'inherit',
      env: environment,
    }).status === 0;
  if (!install('chromium-headless-shell')) install('chromium');
}
