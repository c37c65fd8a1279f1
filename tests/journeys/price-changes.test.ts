import type { Browser, Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { answeredBy } from '../setup/balancer.ts';
import { publishPrices } from '../setup/price-versions.ts';
import { eventually } from '../setup/sandbox.ts';
import { expect, expectAccessible, expectFits, newPerson, site, test } from './journey.ts';
import { parentA } from './parent-a.ts';
import { onRunningSite } from './running-site.ts';
import { signIn } from './staff-steps.ts';

// All prices are published together: one after the other.
test.describe.configure({ mode: 'default' });

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
  const inForce = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'In force', exact: true }) });
  await inForce.getByRole('link').press('Enter');
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

const wellington = {
  country: 'NZ',
  line: '1 Cuba Street',
  city: 'Wellington',
  region: 'WGN',
  postalCode: '6011',
  timezone: 'Pacific/Auckland',
};

/** New Zealand's Premium: a package no other journey buys, for they run beside this one. */
const newZealandPremium = 4063;
const offeredInNewZealand = '/api/v2/packages?countryCode=64&phoneNumber=211234567&country=NZ';

/** Each process reads the catalogue anew after ten seconds at most: until all of them offer it at `price`. */
async function everywhereAt(price: string) {
  const knowing = new Set<string | null>();
  const ask = async () => {
    const answer = await fetch(`${site().url}${offeredInNewZealand}`);
    if ((await answer.text()).includes(price)) knowing.add(answer.headers.get(answeredBy));
    return knowing.size;
  };
  await eventually(ask, (processes) => processes === site().apps, 20_000);
}

async function changePrice(priceCents: number) {
  await onRunningSite((running) => publishPrices(running, { [newZealandPremium]: priceCents }));
}

test('PAY7: a price that changed before Pay now charges nothing until the new total is agreed to', async ({ page }) => {
  const journey = parentA(page, {
    phoneCode: '+64',
    phone: newPerson().phone.replace('202', '21'),
    address: wellington,
    plan: 'Premium',
  });
  await journey.toReview();
  await expect(await journey.summary()).toContainText('US$218.50');
  try {
    await changePrice(23_000);
    await everywhereAt('US$230.00');
    await journey.payNow().click();
    const dialog = page.getByRole('alertdialog', { name: m.payment_price_changed_title({}, journey.t) });
    await expect(dialog).toContainText(
      m.payment_price_changed_text({ before: 'US$218.50', now: 'US$230.00' }, journey.t),
    );
    await expectAccessible(page);
    await dialog.getByRole('button', { name: m.payment_price_changed_stay({}, journey.t) }).click();
    await expect(await journey.summary()).toContainText('US$230.00');
    await journey.payNow().click();
    await journey.credentials();
    await journey.receipt();
    await expect(page.getByRole('region', { name: m.payment_order_summary({}, journey.t) })).toContainText('US$230.00');
  } finally {
    await changePrice(21_850);
  }
});
