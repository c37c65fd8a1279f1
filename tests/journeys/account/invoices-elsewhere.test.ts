import { randomUUID } from 'node:crypto';
import { m } from '#messages/messages.js';
import { signedInParent } from '../account-steps.ts';
import { expect, expectAccessible, expectFits, mailTo, setLanguage, test, walkedIn } from '../journey.ts';

const brand = { brand: 'Evenkeel' };

for (const language of walkedIn('en'))
  test(`INV1: a parent names an accountant, who agrees without an account and gets the credit note until removed (${language}, 360 px)`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const { t, button, part, openBilling } = await signedInParent(page, { language });
    const row = part(m.account_invoices_heading({}, t));
    const accountant = `accountant-${randomUUID()}@example.com`;
    await openBilling();
    await row.getByRole('button', { name: m.account_invoices_add({}, t) }).click();
    await page.getByRole('textbox', { name: m.account_invoices_label({}, t) }).fill(accountant);
    await page.keyboard.press('Enter');
    await expect(row).toContainText(m.account_invoices_waiting({}, t));
    await expectFits(page);
    await expectAccessible(page);

    const question = await mailTo(accountant, ({ subject }) => subject === m.mail_invoice_address_subject(brand, t));
    const link = question.links.find((url) => url.includes('/app/invoices#'));
    const elsewhere = await browser.newContext({ viewport: { width: 360, height: 740 } });
    const theirs = await elsewhere.newPage();
    await setLanguage(theirs, language);
    await theirs.goto(link ?? '');
    await theirs.getByRole('button', { name: m.agree_invoices_action({}, t), exact: true }).click();
    await expect(theirs.getByRole('heading', { name: m.agree_invoices_done_heading({}, t) })).toBeVisible();
    await expectFits(theirs);

    await page.reload();
    await expect(row).toContainText(m.account_invoices_in_use({}, t));
    await button(m.account_billing_refund_ask({}, t)).click();
    const yes = m.account_billing_refund_yes({ amount: 'US$144.00' }, t);
    await page.getByRole('alertdialog').getByRole('button', { name: yes }).click();
    const copy = await mailTo(accountant, ({ attachments }) => attachments.length > 0);
    expect(copy.subject).toMatch({ en: /^Credit note EK-/, es: /^Nota de crédito EK-/ }[language]);

    const stop = copy.links.find((url) => url.includes('/app/stop-invoices#'));
    await theirs.goto(stop ?? '');
    await theirs.getByRole('button', { name: m.stop_invoices_action({}, t), exact: true }).click();
    await expect(theirs.getByRole('heading', { name: m.stop_invoices_done_heading({}, t) })).toBeVisible();
    await elsewhere.close();
    await page.reload();
    await expect(row).toContainText(m.account_invoices_stopped({}, t));
    await row.getByRole('button', { name: m.account_invoices_remove({}, t) }).click();
    await expect(row).toContainText(m.account_invoices_removed({}, t));
    await expect(row).not.toContainText(accountant);
  });
