import type { Browser, Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, site, test } from './journey.ts';
import { signIn } from './staff-steps.ts';

/** Another member of staff, in a browser of their own. */
async function asMember(browser: Browser, name: string, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, name);
  await work(page);
  await context.close();
}

const give = async (page: Page, action: string, reason: string) => {
  await page.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await page.getByRole('button', { name: action }).press('Enter');
};

test('a price change: drafted, looked at as somebody, published by a second person, and seen by parents', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  // Mexico's Premium: a package that no other journey buys.
  const offered = `${site().url}/api/v2/packages?countryCode=52&phoneNumber=5512345678&country=MX`;
  const soldAt = async () => JSON.stringify(await (await fetch(offered)).json()).includes('US$179.00');
  const purpose = `Spring in Mexico ${Date.now()}`;
  await signIn(page, 'Gus Growth');
  await page.getByRole('link', { name: 'Prices' }).press('Enter');
  await page.getByRole('row', { name: 'In force' }).getByRole('link').press('Enter');
  await page.getByRole('button', { name: 'Make a draft' }).press('Enter');
  await page.getByRole('textbox', { name: 'What the new prices are for' }).fill(purpose);
  await give(page, 'Make a draft', 'Costs rose in Mexico');
  await expect(page.getByText('Done: make a draft')).toBeVisible();
  await page.getByRole('link', { name: 'All versions' }).press('Enter');
  await expectAccessible(page);
  await page.getByRole('link', { name: purpose }).press('Enter');
  await page.getByRole('button', { name: 'Change prices' }).nth(7).press('Enter');
  await page.getByRole('textbox', { name: 'Premium, one year' }).fill('1,79');
  await give(page, 'Change prices', 'As agreed in October');
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await page.getByRole('textbox', { name: 'Premium, one year' }).fill('179');
  await give(page, 'Change prices', 'As agreed in October');
  await expect(page.getByRole('table', { name: 'Changes' })).toContainText('US$179.00');
  await page.getByRole('combobox', { name: 'Country of the bill' }).selectOption('MX');
  await page.getByRole('button', { name: 'Show the plans' }).press('Enter');
  await expect(page.getByRole('table', { name: 'Plans they see' })).toContainText('US$179.00 with US$24.69 IVA inside');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
  await page.getByRole('button', { name: 'Publish these prices now' }).press('Enter');
  await give(page, 'Publish these prices now', 'As agreed in October');
  await expect(page.getByText('it waits until a second person confirms it')).toBeVisible();
  expect(await soldAt()).toBe(false);
  await asMember(browser, 'Ada Admin', async (ada) => {
    await ada.getByRole('link', { name: 'To confirm' }).press('Enter');
    await expect(ada.getByText('Premium, one year (MX): US$174.00 becomes US$179.00.')).toBeVisible();
    await ada.getByRole('button', { name: 'Confirm: publish these prices now' }).press('Enter');
    await expect(ada.getByText('Done: publish these prices now')).toBeVisible();
  });
  await expect.poll(soldAt, { timeout: 20_000 }).toBe(true);
});
