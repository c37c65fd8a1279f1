import type { Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { appPage, expect, test } from '../journey.ts';
import { accountOf, endSessionsOf } from '../people.ts';
import { enter, logIn, subscriberOf } from '../subscriber.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test('7.3-10: a session that ends is noticed in every tab, the page keeps what was typed, and one login restores all', async ({
  page,
  context,
}) => {
  const t = { locale: 'en' } as const;
  const person = await accountOf();
  await page.goto(appPage('/account/security'));
  await logIn(page, person, 'en');
  await field(page, m.sign_in_current_password({}, t)).fill('half of what I meant to');
  const other = await context.newPage();
  await other.goto(appPage('/account/security'));
  await expect(field(other, m.sign_in_current_password({}, t))).toBeVisible();
  await endSessionsOf(person);
  // Every tab checks each half minute, counted from when it was opened.
  for (const tab of [page, other])
    await expect(tab.getByRole('alertdialog', { name: m.sign_in_ended_title({}, t) })).toBeVisible({
      timeout: 40_000,
    });
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel(m.ui_password({}, t), { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: m.ui_log_in({}, t), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(field(page, m.sign_in_current_password({}, t))).toHaveValue('half of what I meant to');
  await expect(other.getByRole('alertdialog')).toBeHidden();
});

test('7.3-11: a session that could not be read is read with the next page, and is watched from then on', async ({
  page,
}) => {
  const t = { locale: 'en' } as const;
  const person = await subscriberOf();
  await enter(page, person);
  const heartbeats: string[] = [];
  page.on('request', (request) => request.url().includes('keepalive.form') && heartbeats.push(request.url()));
  await page.route('**/api/v2/sessions/current', (route) => route.abort(), { times: 1 });
  await page.goto(appPage('/what-they-see'));
  const myAccount = page.getByRole('link', { name: m.sign_in_my_account({}, t), exact: true });
  // The link's target while nobody is known to be signed in.
  await expect(myAccount).toHaveAttribute('href', '/app/login');
  await page.getByRole('link', { name: m.chrome_accessibility({}, t), exact: true }).click();
  await expect(myAccount).toHaveAttribute('href', '/app/home');
  await expect.poll(() => heartbeats.length).toBeGreaterThan(0);
});
