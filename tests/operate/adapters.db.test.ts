import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { freePort } from '#tests/setup/free-port.ts';
import { price, readyToPay } from '#tests/setup/sign-up.ts';
import { openSite } from '#tests/setup/site.ts';
import { snippetsOf } from '#tests/setup/snippets.ts';

const root = path.resolve(import.meta.dirname, '../..');
const [written] = snippetsOf(path.join(root, 'docs/how-to/add-an-adapter.md'), {});

/** Rates by state, at an address that the page's adapter reads from the environment. */
async function taxService(): Promise<string> {
  const rates: Record<string, number> = { TX: 8_250, MN: 7_777 };
  const server = createServer(({ url = '' }, answer) => {
    const rate = rates[url.split('/')[2] ?? ''] ?? 0;
    answer.end(JSON.stringify({ rate, source: 'a test', date: '2026-11-01' }));
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `http://localhost:${port}`;
}

function moduleWith(text: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'adapter-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'my-own.mjs');
  writeFileSync(file, text);
  return file;
}

type Ended = { stdout: string; stderr: string; code?: number };
const checkAdapter = async (port: string, file: string, environment = {}): Promise<Ended> =>
  promisify(execFile)(process.execPath, ['scripts/check-adapter.ts', port, file], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...environment },
  }).catch((error: Ended) => error);

test('O31: the adapter of the page, in twenty lines, keeps the contract and taxes a sign-up', async () => {
  const text = written?.text ?? '';
  expect(text.split('\n').length).toBeLessThan(20);
  const service = await taxService();
  const file = moduleWith(text);
  const { stdout, code } = await checkAdapter('tax', file, { TAX_SERVICE_URL: service });
  expect(code, stdout).toBeUndefined();
  expect(stdout.match(/^fine /gm)).toHaveLength(4);
  process.env['TAX_SERVICE_URL'] = service;
  onTestFinished(() => void delete process.env['TAX_SERVICE_URL']);
  const { app } = await openSite({ environment: { TAX_PROVIDER: file } });
  const { taxes, totals } = await price(app, await readyToPay(app));
  expect(taxes.map(({ amount }) => amount)).toEqual([Math.round((totals.subTotalAfterDiscount * 7_777) / 100_000)]);
});

const taxing = (line: string) =>
  moduleWith(
    `export default { taxesFor: async ({ amountCents }) => ({ lines: [${line}], rateSource: 'x', rateDate: '2026-01-01' }) };`,
  );

test('O31: an adapter that taxes what nobody can charge fails its contract, and sells nothing', async () => {
  const fractions = taxing(
    `{ name: 'VAT', region: null, rate: 10_000, taxablePercent: 100, amountCents: amountCents / 7 }`,
  );
  const invented = taxing(`{ name: 'VAT', region: null, rate: 10_000, taxablePercent: 100, amountCents: 5 }`);
  expect(await checkAdapter('tax', fractions)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('amountCents'),
  });
  expect((await checkAdapter('tax', invented)).stdout).toContain('do not follow from its rate');
  const { app } = await openSite({ environment: { TAX_PROVIDER: invented } });
  await expect(price(app, await readyToPay(app))).rejects.toThrow('Pricing answered 500');
});

test('O31: a module that is no adapter is refused with what it lacks, and a setting that is no module by its form', async () => {
  const empty = moduleWith('export default {};');
  const lacking = 'is no adapter: its default export lacks suggest and resolve';
  expect(await checkAdapter('places', empty)).toMatchObject({ code: 1, stderr: expect.stringContaining(lacking) });
  await expect(openSite({ environment: { TAX_PROVIDER: empty } })).rejects.toThrow('lacks taxesFor');
  const required = { DATABASE_URL: 'postgres://x', APP_SECRET: 's'.repeat(32) };
  expect(() => parseConfig({ ...required, TAX_PROVIDER: 'avalara' })).toThrow(
    'TAX_PROVIDER: must be table or the path',
  );
});

test('O31: address suggestions and texts have contracts that tell an adapter from a broken one', async () => {
  const places = (resolved: string) =>
    moduleWith(`export default {
      suggest: async ({ query }) => (query === 'Main Street' ? [{ id: '1', text: query, secondaryText: '' }] : []),
      resolve: async ({ id }) => (id === '1' ? ${resolved} : null),
    };`);
  const address = `{ line1: '1 Main Street', city: 'Austin', region: 'TX', postalCode: '78701', country: 'US' }`;
  expect((await checkAdapter('places', places(address))).stdout).not.toContain('missing');
  expect((await checkAdapter('places', places('{}'))).stdout).toMatch(/^missing .*answer as client\/src\/ports/m);
  const texts = (report: string) =>
    moduleWith(`export default {
      send: async () => ({ outcome: 'refused', cause: 'number_invalid' }),
      readReport: () => ${report},
    };`);
  expect((await checkAdapter('texts', texts('null'))).stdout).not.toContain('missing');
  expect((await checkAdapter('texts', texts(`'none'`))).stdout).toContain('unless the signature proves');
});
