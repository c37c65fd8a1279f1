import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { byteBudgets, checkByteBudgets, laterScreen, measureScreens } from './byte-budgets.ts';

let clientDir = '';

beforeEach(() => {
  clientDir = mkdtempSync(path.join(tmpdir(), 'client-'));
  mkdirSync(path.join(clientDir, '.vite'));
});

afterEach(() => rmSync(clientDir, { recursive: true }));

/** Random bytes do not compress: a file of n bytes weighs a little more than n. */
function build(files: Record<string, { bytes: number; imports?: string[]; isDynamicEntry?: boolean }>) {
  const manifest = Object.entries(files).map(([key, { bytes, ...chunk }], index) => {
    const file = `${index}.js`;
    writeFileSync(path.join(clientDir, file), randomBytes(bytes));
    return [key, { file, ...chunk }];
  });
  writeFileSync(path.join(clientDir, '.vite/manifest.json'), JSON.stringify(Object.fromEntries(manifest)));
}

const budgeted = Object.fromEntries(Object.keys(byteBudgets).map((screen) => [screen, { bytes: 10, isDynamicEntry: true }]));

describe('byte budgets', () => {
  it('count the entry and all that a screen imports, each file once', async () => {
    build({
      'main.tsx': { bytes: 1000 },
      '_shared.js': { bytes: 500, imports: ['main.tsx'] },
      'join/payment/Payment.tsx': { bytes: 200, imports: ['_shared.js', 'main.tsx'], isDynamicEntry: true },
    });
    const [payment] = await measureScreens({ clientDir });
    expect(payment?.bytes).toBeGreaterThan(1700);
    expect(payment?.bytes).toBeLessThan(1800);
  });

  it('fail when one screen is too heavy, in the table or not', async () => {
    build({ 'main.tsx': { bytes: 10 }, ...budgeted });
    expect(await checkByteBudgets({ clientDir })).toBe(true);
    build({ 'main.tsx': { bytes: 10 }, ...budgeted, 'pro/Heavy.tsx': { bytes: laterScreen, isDynamicEntry: true } });
    expect(await checkByteBudgets({ clientDir })).toBe(false);
  });

  it('fail when a screen of the table is no longer in the build', async () => {
    build({ 'main.tsx': { bytes: 10 } });
    expect(await checkByteBudgets({ clientDir })).toBe(false);
  });
});
