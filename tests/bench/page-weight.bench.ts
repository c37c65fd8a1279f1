import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import {
  firstScreen,
  heaviestForm,
  laterScreenAllowance,
  measureScreens,
  type ScreenBytes,
  withValidationAllowance,
} from '../../scripts/byte-budgets.ts';
import { type Measurement, report } from './bench.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Gzipped JavaScript that a phone loads before a screen works, compared with an empty page of React and its router
 * built the same way.
 */
export async function run(): Promise<boolean> {
  const floor = await weighEmptyPage();
  const screens = await measureScreens({ clientDir: path.join(root, 'dist/web/client') });
  const landingScreen = screens.find(({ screen }) => screen === firstScreen.screen);
  if (!landingScreen) throw new Error(`The build does not contain ${firstScreen.screen}`);
  const measurements: Measurement[] = [
    { name: 'landing page', ours: landingScreen.bytes, floor, unit: 'bytes', bar: { atMost: 1.15 } },
    heaviestOf({
      name: `heaviest later screen, against landing plus ${laterScreenAllowance / 1000} kB`,
      screens: screens.filter(({ screen }) => screen !== firstScreen.screen && screen !== heaviestForm),
    }),
    heaviestOf({
      name: `${heaviestForm}, against landing plus ${withValidationAllowance / 1000} kB`,
      screens: screens.filter(({ screen }) => screen === heaviestForm),
    }),
  ];
  return report(measurements);
}

function heaviestOf({ name, screens }: { name: string; screens: ScreenBytes[] }): Measurement {
  const [heaviest] = screens.toSorted((one, other) => other.bytes - one.bytes);
  if (!heaviest) throw new Error(`The build does not contain a screen for: ${name}`);
  return { name, ours: heaviest.bytes, floor: heaviest.budget, unit: 'bytes', bar: { atMost: 1 } };
}

const emptyPage = `
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
const router = createBrowserRouter([{ path: '*', Component: () => null }]);
createRoot(document.getElementById('root')!).render(<RouterProvider router={router} />);
`;

async function weighEmptyPage(): Promise<number> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-empty-page-'));
  try {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
    writeFileSync(path.join(folder, 'main.tsx'), emptyPage);
    await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      build: {
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        rolldownOptions: { input: path.join(folder, 'main.tsx') },
      },
    });
    const assets = path.join(folder, 'dist/assets');
    const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
    return scripts.reduce((sum, name) => sum + gzipSync(readFileSync(path.join(assets, name)), { level: 9 }).length, 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
