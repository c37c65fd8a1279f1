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
