import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/**
 * What a screen may make a phone download before it can be used: JavaScript, gzipped, with everything it imports at once.
 * An empty page of React and its router is about 96 kB; the landing page may be half as much again, a later screen 60 kB
 * above the landing page. A screen that is not in the table may not exceed `laterScreen`. Screens that are reached only through
 * others that share most of their code have budgets of their own: what they add to the screen before is far below 60 kB.
 */
export const byteBudgets = {
  'join/landing/Landing.tsx': 125_000,
  'join/co-parent-status/CoParentStatus.tsx': 125_000,
  'join/payment/PaymentPage.tsx': 190_000,
  'invite/payment/InvitedPayment.tsx': 190_000,
  'invite/billing/InvitedBilling.tsx': 190_000,
  'invite/build-your-own/InvitedBuildYourOwn.tsx': 190_000,
  'pro/sign-up/ProfessionalSignUp.tsx': 185_000,
  // The form on the settings page, which stands before it.
  'account/settings/FamilyNames.tsx': 185_000,
  // Build-your-own behind the upgrade page.
  'account/upgrade/UpgradeBuild.tsx': 185_000,
} as const satisfies Record<string, number>;

export const laterScreen = 175_000;

type Chunk = { file: string; imports?: string[]; isDynamicEntry?: boolean };
type Manifest = Record<string, Chunk>;

export type ScreenBytes = { screen: string; bytes: number; budget: number };

const entry = 'main.tsx';
/** Parts that a screen loads later by itself are not screens. */
const screenModule = /^(?:join|invite|pro|account|problems)\//;

/** Measures every screen of a finished client build (`dist/web/client`). */
export async function measureScreens({ clientDir }: { clientDir: string }): Promise<ScreenBytes[]> {
  const manifest = JSON.parse(await readFile(path.join(clientDir, '.vite/manifest.json'), 'utf8')) as Manifest;
  const sizes = new Map<string, Promise<number>>();
  const sizeOf = (file: string) => {
    const known = sizes.get(file) ?? gzippedBytes(path.join(clientDir, file));
    sizes.set(file, known);
    return known;
  };
  const screens = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && screenModule.test(key));
  return Promise.all(
    screens.map(async (screen) => {
      const files = filesOf({ manifest, keys: [entry, screen] });
      const bytes = (await Promise.all(files.map(sizeOf))).reduce((sum, size) => sum + size, 0);
      return { screen, bytes, budget: (byteBudgets as Record<string, number>)[screen] ?? laterScreen };
    }),
  );
}

/** Screens of the table that the build does not have: a renamed file must not escape its budget. */
export function missingScreens(measured: readonly ScreenBytes[]): string[] {
  return Object.keys(byteBudgets).filter((screen) => !measured.some((one) => one.screen === screen));
}

function filesOf({ manifest, keys }: { manifest: Manifest; keys: string[] }): string[] {
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return [...new Set([...seen].flatMap((key) => manifest[key]?.file ?? []))];
}

async function gzippedBytes(file: string): Promise<number> {
  return (await promisify(gzip)(await readFile(file), { level: 9 })).length;
}

/** Prints the table; answers whether every screen keeps its budget. */
export async function checkByteBudgets({ clientDir }: { clientDir: string }): Promise<boolean> {
  const measured = await measureScreens({ clientDir });
  const missing = missingScreens(measured);
  for (const { screen, bytes, budget } of measured) {
    const verdict = bytes > budget ? `over its budget of ${budget}: load heavy parts when they are needed` : `of ${budget}`;
    console.log(`${String(bytes).padStart(8)}  ${screen}  ${verdict}`);
  }
  for (const screen of missing) console.error(`${screen} has a budget and is not in the build: rename it in scripts/byte-budgets.ts`);
  return missing.length === 0 && measured.every(({ bytes, budget }) => bytes <= budget);
}

if (import.meta.main) {
  const clientDir = path.resolve(import.meta.dirname, '../dist/web/client');
  process.exitCode = (await checkByteBudgets({ clientDir })) ? 0 : 1;
}
