import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { m } from '#messages/messages.js';
import { mailsTo } from '../../setup/sandbox.ts';
import { subscribe } from '../../setup/subscriber.ts';
import { expect, expectAccessible, expectFits, expectNoViolation, isMatrix, mailTo, site, test } from '../journey.ts';
import { parentA } from '../parent-a.ts';
import { onRunningSite } from '../running-site.ts';
import { consoleOf, signIn } from '../staff-steps.ts';

test('staff sign in, find a person, mail a receipt again and log out, by keyboard, in both colour schemes', async ({
  page,
}) => {
  const { email } = await onRunningSite((running) => subscribe(running));
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, 'Sam Support');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 person')).toBeVisible();
  await expectAccessible(page);
  const found = page.getByRole('link', { name: 'Marta' });
  const isFocused = () => found.evaluate((link) => link === document.activeElement);
  for (let tabs = 0; tabs < 15 && !(await isFocused()); tabs += 1) await page.keyboard.press('Tab');
  await expect(found).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await expectNoViolation(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: 'Email the receipt again' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Email the receipt again' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText("is emailed to the account's current address")).toBeVisible();
  await page.keyboard.type('Lost the first one');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Done: email the receipt again')).toBeVisible();
  await expect(page.getByText('Lost the first one · Sam Support')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
  await page.getByRole('button', { name: 'Log out' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
});

test('staff without a role are told so, and a role without access to people sees none', async ({ page, context }) => {
  await page.goto(`${site().url}/staff`);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('link', { name: 'Nick Nobody' }).click();
  await expect(page.getByText('has no role in this console')).toBeVisible();
  await expectAccessible(page);
  await context.clearCookies();
  await signIn(page, 'Gus Growth');
  await expect(page.getByRole('searchbox')).toHaveCount(0);
});

const looks = [
  ['light', 320],
  ['dark', 1280],
] as const;

test('each page of the console is reached from its navigation, in both colours and on a phone', async ({ page }) => {
  await signIn(page, 'Ada Admin');
  const pages = page.getByRole('navigation', { name: 'Console' }).getByRole('link');
  const names = await pages.allTextContents();
  expect(names.length).toBeGreaterThan(9);
  for (const [index, name] of names.entries()) {
    await pages.nth(index).click();
    await expect(pages.nth(index), name).toHaveAttribute('aria-current', 'page');
    await expect(page.locator('[class*="_bone_"]')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const [colorScheme, width] of isMatrix ? looks : looks.slice(0, 1)) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await expectFits(page);
      await expectNoViolation(page);
    }
  }
});

test('Back in the console leads to where the list was left', async ({ page }) => {
  await signIn(page, 'Ada Admin');
  await page.setViewportSize({ width: 1280, height: 300 });
  // What remembers positions loads after the first screen: on a busy machine, only after this page was left.
  await Promise.all([page.waitForResponse(/ScrollRestored/), page.reload()]);
  await page.getByRole('link', { name: 'Queues', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Queues' })).toBeFocused();
  const last = page.getByRole('navigation', { name: 'Queues' }).getByRole('link').last();
  await last.scrollIntoViewIfNeeded();
  const scrolled = () => page.evaluate(() => window.scrollY);
  const top = await scrolled();
  expect(top).toBeGreaterThan(0);
  // An equally tall page, on which the browser's own scroll restoration would end before the list has loaded again.
  await page.getByRole('link', { name: 'Switches' }).dispatchEvent('click');
  await expect(page.getByRole('heading', { level: 1, name: 'Switches' })).toBeFocused();
  await expect.poll(() => page.evaluate(() => document.body.scrollHeight - innerHeight)).toBeGreaterThan(top);
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await expect(last).toBeInViewport();
  await expect.poll(scrolled).toBe(top);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Switches' })).toBeFocused();
  await expect.poll(scrolled).toBe(0);
});

test('SUS1: Queues offers to suspend all automatic charges, and the first page says who did it and why', async ({
  page,
}) => {
  // The site is shared: charges of other tests go on.
  const suspension = { since: '2026-11-29T10:00:00.000Z', by: 'Bea Billing', reason: 'Prices of next year went out' };
  await page.route('**/v2/staff/queues', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), suspension } });
  });
  await signIn(page, 'Ada Admin');
  const notice = page.getByText(
    'Automatic charges are suspended since 2026-11-29 10:00 UTC by Bea Billing: Prices of next year went out',
  );
  await expect(notice).toBeVisible();
  await page.getByRole('link', { name: 'Queues', exact: true }).click();
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Suspend automatic charges' }).click();
  await expect(page.getByText('No renewal and no retry is charged for anyone')).toBeVisible();
  await expectAccessible(page);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page);
  }
});

test('a failing console page says so, the others work, and an ended session leads to the sign-in', async ({
  page,
  context,
}) => {
  await signIn(page, 'Ada Admin');
  await page.route('**/v2/staff/queues', (route) => route.fulfill({ json: {} }), { times: 1 });
  await page.getByRole('link', { name: 'Queues' }).click();
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeFocused();
  await page.getByRole('link', { name: 'Prices' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Prices' })).toBeFocused();
  await page.goto(`${site().url}/staff/prices/999`);
  await expect(page.getByRole('heading', { level: 1, name: 'This page cannot be shown' })).toBeVisible();
  await expectAccessible(page);
  await context.clearCookies();
  await page.getByRole('link', { name: 'Codes' }).click();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('For people who work here')).toBeVisible();
});

/** Performs the action of a queue's row. */
async function putRight(page: Page, { queue, row, action }: { queue: string; row: string; action: string }) {
  await page.getByRole('link', { name: 'Queues' }).click();
  await page.getByRole('link', { name: queue }).click();
  await page
    .locator('tr', { has: page.locator(row) })
    .getByRole('button', { name: 'Actions' })
    .click();
  await page.getByRole('button', { name: action }).click();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Looked at it');
  await page.getByRole('button', { name: action }).click();
  await expect(page.getByText(`Done: ${action.toLowerCase()}`)).toBeVisible();
  await expectFits(page);
}

test('a parent asks for a year without charge, staff grant it, and the code that is mailed pays it all', async ({
  page,
  browser,
}) => {
  const journey = parentA(page, { language: 'es' });
  const courtOrder = `FA-${randomUUID().slice(0, 8)}`;
  await journey.toPlans();
  await page.getByRole('button', { name: m.fee_waiver_open({}, journey.t) }).click();
  await page.getByRole('radio', { name: m.fee_waiver_reason_court_order({}, journey.t) }).check();
  await page.getByLabel(m.fee_waiver_court_order({}, journey.t)).fill(courtOrder);
  await expectAccessible(page);
  await journey.press(m.fee_waiver_send({}, journey.t));
  await expect(page.getByText(m.fee_waiver_asked({ days: 5 }, journey.t))).toBeVisible();
  await page
    .getByRole('button', { name: m.ui_close({}, journey.t) })
    .last()
    .click();

  const staff = await consoleOf(browser, 'Sam Support');
  await putRight(staff, { queue: 'Fee waivers', row: `text=${courtOrder}`, action: 'Grant the fee waiver' });
  await staff.close();
  const { text } = await mailTo(journey.parent.email, ({ text: body }) => body.includes('no cuesta nada'));
  const code = /[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(text)?.[0] ?? 'no code';

  await journey.plan();
  await journey.billing();
  await journey.applyCode(code);
  await expect(page.getByText(m.payment_covered_by_codes({}, journey.t))).toBeVisible();
  await journey.press(m.payment_review_order({}, journey.t));
  await journey.review();
  await journey.payNow().click();
  await journey.credentials();
  await journey.receipt();
  await expect(page.getByRole('region', { name: m.payment_order_summary({}, journey.t) })).toContainText('US$0.00');
});

test('a job that was given up is retried from its queue, and completes', async ({ page }) => {
  const { email, userId } = await onRunningSite(async (running) => {
    const subscriber = await subscribe(running);
    const { db } = running.dependencies;
    const { id: orderId } = await db
      .selectFrom('orders')
      .select('id')
      .where('userId', '=', subscriber.userId)
      .executeTakeFirstOrThrow();
    await sql`
      with job as (
        select id from graphile_worker.add_job('send-receipt', json_build_object('orderId', ${orderId}::text, 'again', 'x'),
          job_key => ${`again:${orderId}`}, run_at => now() + interval '1 hour')
      ) select from job, lateral graphile_worker.reschedule_jobs(array[job.id], attempts => 25)`.execute(db);
    return subscriber;
  });
  const receipts = async () => (await mailsTo(site().sandbox, email)).length;
  await expect.poll(receipts).toBe(1);
  await signIn(page, 'Ada Admin');
  await putRight(page, { queue: 'Failed jobs', row: `a[href$="${userId}"]`, action: 'Retry the job' });
  await expect.poll(receipts).toBe(2);
});
