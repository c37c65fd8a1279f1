import { m } from '#messages/messages.js';
import { publishPrices } from '../../setup/price-versions.ts';
import { expect, expectAccessible, expectFits, newPerson, site, test } from '../journey.ts';
import { parentA } from '../parent-a.ts';
import { everyProcessAnswers, onRunningSite } from '../running-site.ts';
import { confirmProposal, consoleOf, fillIn, signIn } from '../staff-steps.ts';

// All prices are published together, so the tests run in order.
test.describe.configure({ mode: 'default' });

test('a price change: drafted, previewed, published by a second person, and shown to parents', async ({
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
  await fillIn(page, 'Make a draft', { 'What the new prices are for': purpose });
  await expect(page.getByText('Done: make a draft')).toBeVisible();
  await expect(page.getByText(/^version \d+$/)).toBeVisible();
  await page.getByRole('link', { name: 'All versions' }).press('Enter');
  await expectAccessible(page);
  await page.getByRole('link', { name: purpose }).press('Enter');
  await page.getByRole('button', { name: 'Change prices' }).nth(7).press('Enter');
  await fillIn(page, 'Change prices', { 'Premium, one year, in US dollars': '1,79' });
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await fillIn(page, 'Change prices', { 'Premium, one year, in US dollars': '179' });
  await expect(page.getByRole('table', { name: 'Changes' })).toContainText('US$179.00');
  await page.getByRole('combobox', { name: 'Country of the bill' }).selectOption('MX');
  await page.getByRole('button', { name: 'Show the plans' }).press('Enter');
  await expect(page.getByRole('table', { name: 'Plans they see' })).toContainText('US$179.00 with US$24.69 IVA inside');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
  await page.getByRole('button', { name: 'Publish these prices now' }).press('Enter');
  await fillIn(page, 'Publish these prices now');
  await expect(page.getByText('it waits until a second person confirms it')).toBeVisible();
  expect(await soldAt()).toBe(false);
  const ada = await consoleOf(browser, 'Ada Admin');
  await confirmProposal(ada, {
    action: 'Publish these prices now',
    text: 'Premium, one year (MX): US$174.00 becomes US$179.00.',
  });
  await ada.close();
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

/** New Zealand's Premium: a package that no parallel journey buys. */
const newZealandPremium = 4063;
const offeredInNewZealand = '/api/v2/packages?countryCode=64&phoneNumber=211234567&country=NZ';

async function changePrice(priceCents: number) {
  await onRunningSite((running) => publishPrices(running, { [newZealandPremium]: priceCents }));
}

test('PAY7, 3.7-3: a price that changed before Pay now charges nothing until the new total is agreed to', async ({
  page,
}) => {
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
    await everyProcessAnswers(offeredInNewZealand, (body) => body.includes('US$230.00'));
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
