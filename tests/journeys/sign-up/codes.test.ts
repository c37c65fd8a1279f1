import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { price, readyToPay, submitPayment } from '../../setup/sign-up.ts';
import { expect, expectAccessible, expectFits, mailTo, site, test } from '../journey.ts';
import { parentA } from '../parent-a.ts';
import { everyProcessAnswers, onRunningSite } from '../running-site.ts';
import { confirmProposal, consoleOf, fillIn } from '../staff-steps.ts';

// Promotions are announced and switched off for everybody: one journey does so, in order.
test.describe.configure({ mode: 'default' });

const base64url = (text: string) => Buffer.from(text, 'utf8').toString('base64url');
const until = new Date(Date.now() + 864_000_000).toISOString().slice(0, 10);

/** The action of this kind for the row with this name. */
const offered = (staff: Page, action: string, of: string) =>
  staff.getByRole('listitem').filter({ hasText: of }).getByRole('button', { name: action });

test('growth creates a coupon; a parent who is about to pay with it when its budget ends is told so with the new price, before anything is charged', async ({
  page,
  browser,
}) => {
  const coupon = `FAIR${randomInt(1_000_000)}`;
  const staff = await consoleOf(browser, 'Gus Growth');
  await staff.getByRole('link', { name: 'Codes' }).press('Enter');
  const make = 'Create a coupon for a percentage';
  await staff.getByRole('button', { name: make }).press('Enter');
  await fillIn(staff, make, {
    Code: coupon,
    'Percent off': '20',
    'Last day (UTC)': until,
    'Uses in total': '10',
    'Budget in US dollars, in total': '30',
    'What it is called, in English': 'Spring fair',
    'What it is called, in Spanish': 'Feria',
  });
  await expect(staff.getByRole('row').filter({ hasText: coupon })).toContainText('once for each person');

  const journey = parentA(page);
  await journey.toMethod();
  await journey.applyCode(coupon);
  const summary = await journey.summary();
  await expect(summary).toContainText('Spring fair');
  await expect(summary).toContainText('−US$28.80');
  await journey.method();
  await journey.review();
  // Somebody else is faster: another US$28.80 would exceed US$30.00.
  const { body } = await onRunningSite(async ({ app }) =>
    submitPayment(app, await readyToPay(app), { codes: [coupon] }),
  );
  expect(body).toMatchObject({ outcome: 'PAID', receipt: { totals: { total: 11_520 } } });
  await staff.reload();
  await expect(staff.getByRole('row').filter({ hasText: coupon })).toContainText('US$28.80 of US$30.00');
  await staff.close();

  await journey.payNow().click();
  const dialog = page.getByRole('alertdialog', { name: m.payment_offer_ended_title({}, journey.t) });
  await expect(dialog).toContainText(m.payment_offer_ended_text({ before: 'US$115.20', now: 'US$144.00' }, journey.t));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: m.payment_price_changed_pay({ total: 'US$144.00' }, journey.t) }).click();
  await journey.credentials();
  await journey.receipt();
  await expect(page.getByRole('region', { name: m.payment_order_summary({}, journey.t) })).toContainText('US$144.00');
});

test('growth makes codes for a court, which are downloaded once, pay for a parent and are withdrawn, and a link that names the court until it is ended', async ({
  page,
  browser,
}) => {
  const number = randomInt(1_000_000);
  const [court, county] = [`Court ${number}`, `County ${number}`];
  const reasons = (code: string) =>
    onRunningSite(async ({ app }) => {
      const quote = await price(app, await readyToPay(app), { codes: [code] });
      return quote.refusedCodes.map(({ reason }) => reason);
    });
  const staff = await consoleOf(browser, 'Gus Growth');
  await staff.getByRole('link', { name: 'Codes' }).press('Enter');
  const batch = 'Create codes for a court';
  await staff.getByRole('button', { name: batch }).press('Enter');
  await fillIn(staff, batch, {
    'Court or program': court,
    'How many codes': '3',
    'Last day (UTC)': until,
    'US dollars each pays at most': '200',
  });
  const row = staff.getByRole('row').filter({ hasText: court });
  await expect(row).toContainText('not downloaded yet');
  const download = 'Download the codes';
  await offered(staff, download, court).press('Enter');
  const [file] = await Promise.all([staff.waitForEvent('download'), fillIn(staff, download)]);
  const [, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  const code = lines[0]?.split(',')[1] ?? '';
  expect(await reasons(code)).toEqual([]);
  await expect(offered(staff, download, court)).toHaveCount(0);

  const makeLink = 'Create a link for a court';
  await staff.getByRole('button', { name: makeLink }).press('Enter');
  await fillIn(staff, makeLink, { 'Key in the link': `county-${number}`, 'Name of the court': county });
  const address = `/app/fee-waiver?court=county-${number}`;
  await expect(staff.getByRole('row').filter({ hasText: county })).toContainText(address);
  await page.goto(`${site().url}${address}`);
  await expect(page.getByText(county)).toBeVisible();

  await expectAccessible(staff);
  await staff.setViewportSize({ width: 320, height: 640 });
  await expectFits(staff);
  await offered(staff, 'Withdraw the codes', court).press('Enter');
  await fillIn(staff, 'Withdraw the codes');
  await expect(row).toContainText('over');
  expect(await reasons(code)).toEqual(['activation_code']);
  await offered(staff, 'End the link of the court', county).press('Enter');
  await fillIn(staff, 'End the link of the court');
  await expect(staff.getByRole('row').filter({ hasText: county })).toContainText('over');
  const asked = page.waitForResponse(/\/courts\//);
  await page.reload();
  await (await asked).finished();
  await expect(page.getByText(county)).toHaveCount(0);
  await staff.close();
});

/** Ends announcements and switches, so that the built-in texts return, whatever became of the journey. */
async function endWhatIsOn() {
  await onRunningSite(async ({ dependencies: { db } }) => {
    await db.updateTable('experiments').set({ state: 'off' }).where('key', '=', 'hide-promotions').execute();
    await db.updateTable('announcements').set({ endsAt: new Date() }).where('endsAt', '>', new Date()).execute();
  });
}

test('2.4-3, 2.4-5: a link prefills details and lowers prices; a published announcement replaces its text until it ends, and promotions that are off lower nothing', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const run = randomInt(1_000_000);
  const texts = { banner: `Our phones are open until nine ${run}`, offer: `this spring ${run}` };
  const gus = await consoleOf(browser, 'Gus Growth');
  const act = async (action: string, of: string, done: string) => {
    await offered(gus, action, of).first().press('Enter');
    await fillIn(gus, action);
    await expect(gus.getByText(done)).toBeVisible();
  };
  const write = async (place: string, text: string) => {
    await gus.getByRole('button', { name: 'Write an announcement' }).press('Enter');
    await gus.getByLabel('Where', { exact: true }).selectOption(place);
    await fillIn(gus, 'Write an announcement', {
      'In English': text,
      'In Spanish': text,
      'Last day (UTC)': until,
    });
    await act('Publish the announcement', place, 'it waits until a second person confirms it');
  };
  const places = { banner: 'the banner at the top of sign-up pages', offer: 'the offer of discount links' };
  const step1 = '/app/join/step1';
  try {
    await gus.getByRole('link', { name: 'Announcements' }).press('Enter');
    await write(places.banner, texts.banner);
    await write(places.offer, `{percent}% off ${texts.offer}`);
    const ada = await consoleOf(browser, 'Ada Admin');
    for (const text of Object.values(texts)) await confirmProposal(ada, { action: 'Publish the announcement', text });
    await ada.close();
    await everyProcessAnswers(step1, (html) => html.includes(texts.banner) && html.includes(texts.offer));

    const journey = parentA(page);
    // Its HTML is rendered before anything is announced, and React hydrates it.
    await journey.open('/signup');
    await expect(page.getByText(texts.banner)).toBeVisible();
    const open = async (referrer: string, percentage: string, more = '') => {
      const asked = page.waitForResponse(/discount-offers/);
      await journey.open(`/step1?discount=true&referrer=${referrer}&percentage=${base64url(percentage)}${more}`);
      await (await asked).finished();
    };
    const prefill = base64url(JSON.stringify({ firstName: 'Marta', countryCode: '44' }));
    await open('invented', '90', `&prefill=${prefill}`);
    await expect(page.getByLabel('First name')).toHaveValue('Marta');
    await expect(page.getByLabel('Country code')).toHaveValue('+44');
    expect(page.url()).not.toContain('prefill');
    await expect(page.getByText(m.your_details_discount_how({}, journey.t))).toHaveCount(0);
    await expect(page.getByText(texts.banner)).toBeVisible();
    await open('spring', '10');
    await expect(page.getByText(`10% off ${texts.offer}`)).toBeVisible();
    await journey.details();
    await journey.family();
    const essentials = page.getByRole('article', { name: 'Essentials' });
    await expect(essentials).toContainText(m.packages_coupon_percent({ percent: '10' }, journey.t));
    await expect(essentials).toContainText('US$129.60');
    await expect(essentials.locator('s').filter({ hasText: 'US$144.00' })).toBeVisible();
    await journey.plan();
    const summary = await journey.summary();
    await expect(summary).toContainText('−US$14.40');
    await expect(summary).toContainText('US$129.60');

    await gus.reload();
    for (const place of Object.values(places)) await act('End the announcement', place, 'Done: end the announcement');
    await gus.getByRole('link', { name: 'Switches' }).press('Enter');
    const promotions = 'No coupon or discount link takes anything off';
    await act('Switch it on', promotions, 'Done: switch it on');
    await page.reload();
    await expect(summary).toContainText('US$144.00');
    await expect(summary).not.toContainText('US$14.40');
    await act('Switch it off', promotions, 'Done: switch it off');
    await everyProcessAnswers(step1, (html) => !html.includes(texts.banner) && !html.includes(texts.offer));
    await open('spring', '10');
    await expect(page.getByText(m.your_details_discount({ percent: '10' }, journey.t))).toBeVisible();
  } finally {
    await endWhatIsOn();
    await gus.close();
  }
});

test('2.8-12, 3.6-3, 5.6-2: a code that does not apply says why beside it; one that does is applied, removed and named in lines, total and receipt', async ({
  page,
}) => {
  const journey = parentA(page);
  await journey.toMethod();
  await page.getByRole('checkbox', { name: m.payment_have_code({}, journey.t), exact: true }).check();
  await expect(page.getByRole('button', { name: m.payment_code_apply({}, journey.t), disabled: true })).toBeVisible();
  const refusals = {
    'ABCD-EFGH-JKMN': m.field_activation_code({}, journey.t),
    NOSUCHCODE: m.field_promo_code({}, journey.t),
    TWOYEARS: m.field_code_not_for_package({}, journey.t),
  };
  for (const [code, text] of Object.entries(refusals)) {
    await journey.applyCode(`  ${code} `);
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  const summary = await journey.summary();
  await journey.applyCode('half-off0-demo');
  await expect(summary).toContainText('−US$72.00');
  await expect(page.getByText(m.payment_code_worth({ amount: 'US$72.00' }, journey.t))).toBeVisible();
  const takeOff = page.getByRole('button', {
    name: m.payment_code_remove_named({ code: 'half-off0-demo' }, journey.t),
  });
  await takeOff.click();
  await expect(summary).not.toContainText('−US$72.00');
  await journey.press(m.payment_code_undo({}, journey.t));
  await expect(summary).toContainText('−US$72.00');
  await takeOff.click();
  await journey.applyCode('WELCOME10');
  await expect(page.getByText(m.payment_code_worth({ amount: 'US$14.40' }, journey.t))).toBeVisible();
  await expect(summary).toContainText('−US$14.40');
  await journey.applyCode('welcome10');
  await expect(page.getByText(m.payment_code_already_applied({}, journey.t))).toBeVisible();
  await journey.fillCard();
  // It explains itself when pressed; the browser considers it disabled.
  await page
    .getByRole('button', { name: m.payment_review_order({}, journey.t), disabled: true })
    .click({ force: true });
  await expect(page.getByText(m.payment_missing_code_apply({}, journey.t)).first()).toBeVisible();
  await journey.field(m.payment_code_label({}, journey.t)).fill('');
  await journey.press(m.payment_review_order({}, journey.t));
  await journey.review();
  await expect(await journey.summary()).toContainText('US$129.60');
  await journey.payNow().click();
  await journey.credentials();
  await journey.receipt();
  const order = page.getByRole('region', { name: m.payment_order_summary({}, journey.t) });
  await expect(order).toContainText('−US$14.40');
  await expect(order).toContainText('US$129.60');
  expect((await mailTo(journey.parent.email)).text).toContain('US$129.60');
});
