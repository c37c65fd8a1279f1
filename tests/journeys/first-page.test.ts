import { expect, join, site, speak, test } from './journey.ts';

test('the root leads to the first page, in the language the visitor speaks', async ({ page }) => {
  await page.goto(`${site().url}/`);
  await expect(page).toHaveURL(join('/signup'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await speak(page, 'es');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});

test('every file the first page asks for arrives, and nothing is asked of anyone else', async ({ page }) => {
  const failed: string[] = [];
  const foreign: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
    if (!response.url().startsWith(site().url) && !response.url().startsWith('data:')) foreign.push(response.url());
  });
  await page.goto(join('/signup'));
  await page.waitForLoadState('networkidle');
  expect(failed).toEqual([]);
  expect(foreign).toEqual([]);
});

test('SEC13: a script planted in a payment page neither runs nor loads, and the browser reports it', async ({ page, complaints }) => {
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
