import { expect } from '@playwright/test';
import { it } from 'vitest';
import { m } from '#messages/messages.js';
import { gallery } from './gallery/open-gallery.ts';
import { statesIn } from './gallery/open-state.ts';

const en = { locale: 'en' } as const;
const page = await gallery.open();
const { show, expectSaid } = statesIn(page);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

/** Collects what the page saves at this path from now on. */
async function savedAt(path: string, method = 'PUT'): Promise<() => Promise<unknown>> {
  await page.evaluate(
    ([end, how]) => {
      const answer = window.fetch;
      window.fetch = (input, init) => {
        if (init?.method === how && String(input).endsWith(end)) document.body.dataset['saved'] = String(init.body);
        return answer(input, init);
      };
    },
    [path, method] as const,
  );
  return async () => JSON.parse((await page.locator('body').getAttribute('data-saved')) ?? 'null') as unknown;
}

async function reschedule(): Promise<void> {
  await press(m.inviting_change_when({}, en));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.inviting_save({}, en), exact: true })
    .click();
  await expectSaid(m.inviting_saved({}, en));
}

it('another time for a waiting invite leaves it in the language that was chosen for it', async () => {
  await show('account-family/invite-waits');
  const saved = await savedAt('/invite-timing');
  await reschedule();
  expect(await saved()).toEqual({ when: 'LATER', day: null, language: 'es' });
});

it('a child added on another device meanwhile is not overwritten, although the invite’s answer brought a newer list', async () => {
  await show('account-family/invite-waits');
  await reschedule();
  const saved = await savedAt('/family');
  await press(m.account_settings_family_save({}, en));
  await expect.poll(saved).toMatchObject({ version: 1, children: [{ firstName: 'Ana' }, { firstName: 'Leo' }] });
});

it('news can be agreed to by whoever has not been asked about it', async () => {
  await show('account-settings/no-consents');
  await expect(page.getByText(m.account_settings_consent_not_asked({}, en))).toBeVisible();
  await press(m.account_settings_consent_give_named({ what: m.account_settings_consent_marketing({}, en) }, en));
  await expectSaid(m.account_settings_consent_agreed({}, en));
});

it.for([true, false])(
  'Y1: what renews before an account closes is canceled with it, unless it is to go on (%s)',
  async (cancel) => {
    await show('account-settings/renews-before-closing');
    const saved = await savedAt('/account/deletion', 'POST');
    await press(m.account_settings_close_ask({}, en));
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByText('Your plan renews on December 4, 2026 for US$149.76.')).toBeVisible();
    const choice = dialog.getByLabel(m.closing_cancel_renewals({}, en), { exact: true });
    await expect(choice).toBeChecked();
    if (!cancel) await choice.press('Space');
    await dialog.getByRole('button', { name: m.account_settings_close_yes({}, en), exact: true }).click();
    await expect.poll(saved).toEqual({ cancelRenewals: cancel });
  },
);

it('B6: the part of a page that an address names is shown and focused, also when it is asked for again', async () => {
  const target = page.locator('#second-factors');
  const follow = () =>
    page.evaluate(() => {
      const entry = { key: crypto.randomUUID(), usr: null, idx: 1 };
      history.pushState(entry, '', '#second-factors');
      dispatchEvent(new PopStateEvent('popstate', { state: entry }));
    });
  await page.setViewportSize({ width: 360, height: 640 });
  await show('security/with-second-factors');
  for (let time = 0; time < 2; time += 1) {
    await page.evaluate(() => {
      window.scrollTo(0, 0);
      (document.activeElement as HTMLElement | null)?.blur();
    });
    await expect(target).not.toBeInViewport();
    await follow();
    await expect(target).toBeInViewport();
    await expect(target).toBeFocused();
  }
});

it('a backup method says what is charged to it when that is turned on, and takes the focus back after adding one', async () => {
  await show('account-billing/backup-method');
  const saved = await savedAt('/backup-payment-method');
  await page.getByRole('checkbox', { name: m.account_backup_use({}, en) }).click();
  await expectSaid(m.account_backup_on({ method: 'PayPal (marta@example.com)' }, en));
  expect(await saved()).toEqual({ chargedWhenDeclined: true });
  await show('account-billing/active');
  await press(m.account_backup_add({}, en));
  await press(m.account_billing_method_close({}, en));
  await expect(page.getByRole('button', { name: m.account_backup_add({}, en), exact: true })).toBeFocused();
});

it('INV1: a second address for invoices is asked for inline, removed at once, and the focus stays in its row', async () => {
  await show('account-billing/active');
  const change = page.getByRole('button', { name: m.account_invoices_change({}, en), exact: true });
  const add = page.getByRole('button', { name: m.account_invoices_add({}, en), exact: true });
  await press(m.account_invoices_add({}, en));
  const field = page.getByRole('textbox', { name: m.account_invoices_label({}, en) });
  await field.fill('office@ledger');
  await press(m.account_invoices_send({}, en));
  await expect(page.getByText(m.field_email_prompt({}, en)).first()).toBeVisible();
  await press(m.ui_cancel({}, en));
  await expect(add).toBeFocused();
  await page.keyboard.press('Enter');
  const saved = await savedAt('/invoice-address');
  await field.fill('office@ledger.example');
  await page.keyboard.press('Enter');
  await expectSaid(m.account_invoices_asked({ email: 'office@ledger.example' }, en));
  expect(await saved()).toEqual({ email: 'office@ledger.example' });
  await expect(change).toBeFocused();
  await press(m.account_invoices_remove({}, en));
  await expectSaid(m.account_invoices_removed({}, en));
  await expect(add).toBeFocused();
});
