import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { remind, signedInParent } from '../account-steps.ts';
import { appPage, expect, expectAccessible, expectFits, mailTo, test, walkedIn } from '../journey.ts';

/** The sandbox rejects mails to these addresses permanently, and reports that some moments later. */
const bouncingEmail = () => `nobody-${randomUUID()}@bounce.example`;

/** Reopens the page until it shows the notice, because an open page is not updated. */
const says = (page: Page, text: string) =>
  expect(async () => {
    await page.reload();
    await expect(page.getByText(text)).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 20_000 });

for (const language of walkedIn('es'))
  test(`an inviter sees that the address bounced, corrects it by keyboard, and the invite is sent (${language}, 320 px)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 720 });
    const { t, button } = await signedInParent(page, { language, address: { coParentEmail: bouncingEmail() } });
    await page.goto(appPage('/home'));
    await says(page, m.account_invite_returned({ name: 'Joe' }, t));
    await expectFits(page);
    await page.getByRole('link', { name: m.account_invite_correct({}, t) }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(m.account_invite_returned({ name: 'Joe' }, t))).toBeVisible();
    await expect(button(m.account_invite_send_again({}, t)), 'it would not leave').toHaveCount(0);
    await button(m.account_invite_correct({}, t)).press('Enter');
    await expectAccessible(page);
    const right = `right-${randomUUID()}@example.com`;
    await page.getByLabel(m.co_parent_email({}, t), { exact: true }).fill(right);
    await page.keyboard.press('Enter');
    await expect(page.getByText(m.account_invite_sent({ name: 'Joe' }, t))).toBeVisible();
    await expect(page.getByText(m.account_invite_returned({ name: 'Joe' }, t))).toBeHidden();
    await mailTo(right, ({ links }) => links.some((link) => link.includes('invite')));
  });

for (const language of walkedIn('en'))
  test(`a user with bounced receipts sees it at home and in billing, and resumes mail by a click (${language})`, async ({
    page,
  }) => {
    const address = { email: bouncingEmail() };
    const { t, parent, button, heading } = await signedInParent(page, { language, address });
    const title = m.account_mail_returned_title({}, t);
    await page.goto(appPage('/home'));
    // One bounce proves nothing yet, a second one does.
    await remind(parent);
    await says(page, title);
    await expectAccessible(page);
    await page.getByRole('link', { name: m.account_mail_change_email({}, t) }).click();
    await expect(heading(m.profile_title({}, t))).toBeVisible();
    await page.goto(appPage('/account/billing'));
    await expect(page.getByText(title)).toBeVisible();
    await button(m.account_mail_works({}, t)).click();
    await expect(page.getByText(m.account_mail_tried({}, t))).toBeVisible();
    await expect(page.getByText(title)).toBeHidden();
  });
