import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  checkByteBudgets,
  firstScreen,
  laterScreenAllowance,
  measureScreens,
  withValidationAllowance,
} from './byte-budgets.ts';

let clientDir = '';

beforeEach(() => {
  clientDir = mkdtempSync(path.join(tmpdir(), 'client-'));
  mkdirSync(path.join(clientDir, '.vite'));
});

afterEach(() => rmSync(clientDir, { recursive: true }));

/** Random bytes do not compress: a file of n bytes weighs a little more than n. */
function build(files: Record<string, { bytes: number; name?: string; imports?: string[]; isDynamicEntry?: boolean }>) {
  const manifest = Object.entries(files).map(([key, { bytes, ...chunk }], index) => {
    const file = `${index}.js`;
    writeFileSync(path.join(clientDir, file), randomBytes(bytes));
    return [key, { file, ...chunk }];
  });
  writeFileSync(path.join(clientDir, '.vite/manifest.json'), JSON.stringify(Object.fromEntries(manifest)));
}

const partsOfForms = ({ schemas = 10 } = {}) => ({
  '_forms.js': { bytes: 1000, name: 'forms' },
  '_schemas.js': { bytes: schemas, name: 'schemas' },
  'ui/form/validation.ts': { bytes: 10, isDynamicEntry: true },
});
const landing = { [firstScreen.screen]: { bytes: 10_000, isDynamicEntry: true }, ...partsOfForms() };

describe('byte budgets', () => {
  it('count the entry and all that a screen imports, each file once', async () => {
    build({
      'main.tsx': { bytes: 1000 },
      ...landing,
      '_shared.js': { bytes: 500, imports: ['main.tsx'] },
      'features/sign-up/payment/Payment.tsx': { bytes: 200, imports: ['_shared.js', 'main.tsx'], isDynamicEntry: true },
    });
    const payment = (await measureScreens({ clientDir })).find(({ screen }) =>
      screen.startsWith('features/sign-up/payment'),
    );
    expect(payment?.bytes).toBeGreaterThan(1700);
    expect(payment?.bytes).toBeLessThan(1800);
  });

  it('limit what a screen may add to the landing page', async () => {
    const heavy = (bytes: number) => ({
      'main.tsx': { bytes: 10 },
      ...landing,
      'features/professional/Heavy.tsx': { bytes, isDynamicEntry: true },
    });
    build(heavy(laterScreenAllowance + 9_000));
    expect(await checkByteBudgets({ clientDir })).toBe(true);
    build(heavy(laterScreenAllowance + 11_000));
    expect(await checkByteBudgets({ clientDir })).toBe(false);
  });

  it('fail when the landing page is too heavy, however light the others are', async () => {
    build({
      'main.tsx': { bytes: 10 },
      ...partsOfForms(),
      [firstScreen.screen]: { bytes: firstScreen.budget, isDynamicEntry: true },
    });
    expect(await checkByteBudgets({ clientDir })).toBe(false);
  });

  it('count a form together with its validation, although that loads later', async () => {
    const form = (schemas: number) => ({
      'main.tsx': { bytes: 10 },
      ...landing,
      ...partsOfForms({ schemas }),
      'features/professional/Form.tsx': { bytes: 10, imports: ['_forms.js'], isDynamicEntry: true },
      'features/professional/Page.tsx': { bytes: 30_000, isDynamicEntry: true },
    });
    build(form(withValidationAllowance + 8_000));
    expect(await checkByteBudgets({ clientDir })).toBe(true);
    build(form(withValidationAllowance + 10_000));
    expect(await checkByteBudgets({ clientDir })).toBe(false);
  });

  it.each(Object.keys(partsOfForms()))(
    'fail when %s is not in the build, because nothing would be measured',
    async (part) => {
      const { [part]: _, ...rest } = { ...landing } as Record<string, { bytes: number }>;
      build({ 'main.tsx': { bytes: 10 }, ...rest });
      await expect(measureScreens({ clientDir })).rejects.toThrow('The build does not contain forms');
    },
  );

  it('fail when the landing page is not in the build, because nothing would be measured', async () => {
    build({ 'main.tsx': { bytes: 10 } });
    await expect(checkByteBudgets({ clientDir })).rejects.toThrow(firstScreen.screen);
  });
});
