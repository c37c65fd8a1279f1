import type { Page, Route } from '@playwright/test';
import { claimForStaff, subscribeTwice } from '../../setup/staff-targets.ts';
import { subscribe } from '../../setup/subscriber.ts';
import { countInteractions } from '../count-interactions.ts';
import { expect, expectAccessible, expectFits, test } from '../journey.ts';
import { onRunningSite } from '../running-site.ts';
import { consoleOf, signIn } from '../staff-steps.ts';

async function find(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('link', { name: 'Marta' }).click();
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
}

/** Opens an action, enters its reason and performs it; `fill` enters its other inputs. */
async function put(page: Page, action: string, fill: () => Promise<unknown> = async () => undefined): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).first().click();
  await fill();
  await page.getByRole('textbox', { name: /^(Reason|Note)$/ }).fill('As they asked on the phone');
  await page.getByRole('form', { name: action }).getByRole('button', { name: action, exact: true }).click();
}

/** Every screen is accessible, fits a phone, and is checked in both colour schemes. */
async function lookAtIt(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
  if (wide) await page.setViewportSize(wide);
}

/** The gateway may have voided the payment before the page is read. */
const refundUnderWay = /Refund (pending|voided)/;

test('support finds a person and refunds a payment in at most six presses', async ({ page }) => {
  const { email } = await onRunningSite((running) => subscribe(running));
  const interactions = await countInteractions(page);
  await signIn(page, 'Sam Support');
  interactions.presses.length = 0;
  await find(page, email);
  await put(page, 'Refund');
  await expect(page.getByText('Done: refund')).toBeVisible();
  expect(interactions.presses.length).toBeLessThanOrEqual(6);
  await expect(page.getByRole('listitem').filter({ hasText: refundUnderWay })).toContainText('US$144.00');
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0);
});

test('support cases: a claimed double charge, a refund of half a payment for two, a lost phone, a mistyped e-mail', async ({
  page,
  browser,
}) => {
  const { email } = await onRunningSite((running) => subscribe(running, { payForCoparent: true }));
  await signIn(page, 'Sam Support');
  await find(page, email);
  await expect(page.getByRole('listitem').filter({ hasText: /Paid.*sign up/ })).toHaveCount(1);
  await put(page, 'Write a note');
  await expect(page.getByText('Done: write a note')).toBeVisible();

  const amount = page.getByRole('textbox', { name: 'Amount in US dollars' });
  await put(page, 'Refund', () => amount.fill('288.01'));
  await expect(amount).toBeFocused();
  await expect(amount).toHaveAccessibleDescription(/US\$0.01 to US\$288.00/);
  await lookAtIt(page);
  await amount.fill('144');
  const refund = page.getByRole('form', { name: 'Refund' }).getByRole('button', { name: 'Refund' });
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/v2/staff/people/*/actions', loseAnswer, { times: 1 });
  await refund.click();
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
  await refund.click();
  await expect(page.getByText('Refund: it was done and logged at your first try, and not again.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: refundUnderWay })).toContainText('US$144.00');

  await put(page, 'End all sessions');
  await expect(page.getByText('Done: end all sessions')).toBeVisible();
  await put(page, 'Email a recovery link');
  await expect(page.getByText('Done: email a recovery link')).toBeVisible();

  const right = page.getByRole('textbox', { name: 'The correct email address' });
  await put(page, 'Correct the email', () => right.fill('marta@'));
  await expect(right).toHaveAccessibleDescription('Enter an email address.');
  await right.fill(`right-${email}`);
  await page.getByRole('combobox', { name: 'The current address' }).selectOption({ label: 'is or was theirs' });
  await page.getByRole('form').getByRole('button', { name: 'Correct the email' }).click();
  await expect(page.getByText('Correct the email: it waits until a second person confirms it')).toBeVisible();
  await lookAtIt(page);
  const ada = await consoleOf(browser, 'Ada Admin');
  await confirm(ada, 'Correct the email');
  await ada.close();
});

test('W6: a claim of an account is decided from its queue by two people, who see what each side proved', async ({
  page,
  browser,
}) => {
  await onRunningSite(async (running) => {
    const { userId } = await subscribe(running);
    const { db } = running.dependencies;
    await db.updateTable('users').set({ frozenAt: running.clock.now() }).where('id', '=', userId).execute();
    return claimForStaff(running, userId);
  });
  await signIn(page, 'Sam Support');
  await page.getByRole('link', { name: /^Queues/ }).click();
  await page.getByRole('link', { name: /Claims of accounts/ }).click();
  await page.getByRole('button', { name: 'Actions' }).click();
  const decide = 'Decide for the holder';
  await page.getByRole('button', { name: decide }).click();
  const form = page.getByRole('form', { name: decide });
  await expect(form).toContainText('The claimant began on');
  await lookAtIt(page);
  await form.getByRole('combobox', { name: 'You were shown' }).selectOption({ index: 1 });
  await form.getByRole('combobox', { name: 'And, of another kind' }).selectOption({ index: 1 });
  await form.getByRole('textbox', { name: 'Reason' }).fill('Called both on Monday');
  await form.getByRole('button', { name: decide }).click();
  await expect(page.getByText(`${decide}: it waits until a second person confirms it`)).toBeVisible();
  const ada = await consoleOf(browser, 'Ada Admin');
  await confirm(ada, decide);
  await ada.close();
  await page.reload();
  await expect(page.getByText('Nothing waits here.')).toBeVisible();
});

test('large grants wait for a second person’s confirmation, by keyboard alone; their proposer cannot confirm them', async ({
  page,
  browser,
}) => {
  const { email } = await onRunningSite((running) => subscribe(running, { payForCoparent: true }));
  await signIn(page, 'Sam Support');
  await find(page, email);
  await put(page, 'Refund');
  await expect(page.getByText('it waits until a second person confirms it')).toBeVisible();
  await page.getByRole('link', { name: 'To confirm' }).click();
  const proposal = (of: Page) => of.getByRole('article', { name: 'Refund: Marta' }).first();
  await expect(proposal(page)).toContainText('someone else has to confirm it');
  await expect(page.getByRole('button', { name: /^Confirm/ })).toHaveCount(0);

  const bea = await consoleOf(browser, 'Bea Billing');
  await bea.getByRole('link', { name: 'To confirm 1' }).press('Enter');
  await expect(proposal(bea)).toContainText('US$288.00');
  await expect(proposal(bea)).toContainText('Proposed by Sam Support');
  await lookAtIt(bea);
  await bea.getByRole('button', { name: 'Confirm: refund' }).press('Enter');
  await expect(bea.getByText('Done: refund.')).toBeVisible();
  await expect(bea.getByText('Nothing waits for a second person')).toBeVisible();
  await expect(bea.getByRole('link', { name: 'To confirm', exact: true })).toBeVisible();
  await expect(bea.getByRole('heading', { name: 'To confirm' })).toBeFocused();
  await bea.close();
});

/** Chooses an action by keyboard, wherever the page is scrolled. */
async function keyTo(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).first().press('Enter');
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await page.keyboard.type('They said that both are theirs');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('it waits until a second person confirms it')).toBeVisible();
}

async function confirm(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: /^To confirm/ }).press('Enter');
  await page
    .getByRole('button', { name: `Confirm: ${title.toLowerCase()}` })
    .first()
    .press('Enter');
  await expect(page.getByText(`Done: ${title.toLowerCase()}.`)).toBeVisible();
}

test('two records of one person are merged and unmerged, by two people and keyboard alone', async ({
  page,
  browser,
}) => {
  const { kept, ended } = await onRunningSite((running) => subscribeTwice(running));
  await signIn(page, 'Sam Support');
  const ada = await consoleOf(browser, 'Ada Admin');
  await find(page, kept.email);
  const records = page.getByRole('list', { name: 'The same person?' });
  await expect(records).toContainText('Same phone');
  await page.getByRole('button', { name: 'Merge the duplicate' }).press('Enter');
  await expect(page.getByRole('form', { name: 'Merge the duplicate' })).toContainText('ends now and does not renew');
  await lookAtIt(page);
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await keyTo(page, 'Merge the duplicate');
  await confirm(ada, 'Merge the duplicate');
  await page.reload();
  await expect(records).toContainText('Was merged into this one. It can be undone until');
  await expect(page.getByRole('listitem').filter({ hasText: /Paid.*sign up/ })).toHaveCount(2);
  await ada.getByRole('link', { name: 'People' }).press('Enter');
  await find(ada, ended.email);
  await expect(ada.getByRole('list', { name: 'The same person?' })).toContainText('This one was merged into it.');
  await expect(ada.getByRole('listitem').filter({ hasText: 'They said that both are theirs' })).toBeVisible();
  await keyTo(page, 'Undo the merge');
  await confirm(ada, 'Undo the merge');
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: /Paid.*sign up/ })).toHaveCount(1);
  await ada.close();
});
