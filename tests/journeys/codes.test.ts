import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { price, readyToPay } from '../setup/sign-up.ts';
import { expect, expectAccessible, expectFits, test } from './journey.ts';
import { parentA } from './parent-a.ts';
import { onRunningSite } from './running-site.ts';
import { signIn } from './staff-steps.ts';

/** Fills in what an action asks for, and does it. */
async function put(page: Page, action: string, fields: Record<string, string> = {}): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Agreed with the court');
  await page.getByRole('form').getByRole('button', { name: action }).press('Enter');
}

test('growth makes a coupon, a parent pays with it, and its budget ends it; codes for a court are downloaded once, pay for a parent, and are withdrawn', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const number = randomInt(1_000_000);
  const [coupon, court] = [`FAIR${number}`, `Court ${number}`];
  const until = new Date(Date.now() + 864_000_000).toISOString().slice(0, 10);
  const staff = await (await browser.newContext()).newPage();
  await signIn(staff, 'Gus Growth');
  await staff.getByRole('link', { name: 'Codes' }).press('Enter');
  const make = 'Make a coupon for a percentage';
  await staff.getByRole('button', { name: make }).press('Enter');
  await put(staff, make, {
    Code: coupon,
    'Percent off': '20',
    'Last day (UTC)': until,
    'Uses in all': '10',
    'Budget in US dollars, in all': '30',
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
  await journey.payNow().click();
  await journey.credentials();
  await journey.receipt();
  await expect(page.getByRole('region', { name: m.payment_order_summary({}, journey.t) })).toContainText('US$115.20');
  const reasons = (code: string) =>
    onRunningSite(async ({ app }) => {
      const quote = await price(app, await readyToPay(app), { codes: [code] });
      return quote.refusedCodes.map(({ reason }) => reason);
    });
  // Another US$28.80 would be more than US$30.00.
  expect(await reasons(coupon)).toEqual(['code_used_up']);

  const batch = 'Make codes for a court';
  await staff.reload();
  await expect(staff.getByRole('row').filter({ hasText: coupon })).toContainText('US$28.80 of US$30.00');
  await staff.getByRole('button', { name: batch }).press('Enter');
  await put(staff, batch, {
    'Court or programme': court,
    'How many codes': '3',
    'Last day (UTC)': until,
    'US dollars that each pays at most': '200',
  });
  const row = staff.getByRole('row').filter({ hasText: court });
  await expect(row).toContainText('not downloaded yet');
  const ofCourt = (action: string) =>
    staff.getByRole('listitem').filter({ hasText: court }).getByRole('button', { name: action });
  await ofCourt('Download the codes').press('Enter');
  const [file] = await Promise.all([staff.waitForEvent('download'), put(staff, 'Download the codes')]);
  const [, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  const code = lines[0]?.split(',')[1] ?? '';
  expect(await reasons(code)).toEqual([]);
  await expect(ofCourt('Download the codes')).toHaveCount(0);
  await expectAccessible(staff);
  await staff.setViewportSize({ width: 320, height: 640 });
  await expectFits(staff);
  await ofCourt('Withdraw the codes').press('Enter');
  await put(staff, 'Withdraw the codes');
  await expect(row).toContainText('over');
  expect(await reasons(code)).toEqual(['activation_code']);
});
