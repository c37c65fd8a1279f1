import { expect as expectPage } from '@playwright/test';
import { it } from 'vitest';
import { m } from '#messages/messages.js';
import { gallery } from './gallery/open-gallery.ts';
import { statesIn } from './gallery/open-state.ts';

const en = { locale: 'en' } as const;
const page = await gallery.open();
const { field, show, expectSaid } = statesIn(page);
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('W2: whoever is reported as a duplicate requests a code by keyboard, and is told when it no longer works', async () => {
  await show('duplicate/asks-for-a-code');
  const email = field(m.ui_email({}, en));
  await email.fill('her@example.com');
  await email.press('Enter');
  await expectSaid(m.own_address_sent({ email: 'her@example.com' }, en));
  await expectPage(page.getByText(m.own_address_sent({ email: 'her@example.com' }, en))).toBeFocused();
  const code = field(m.confirm_email_code({}, en));
  await code.fill('123456');
  await code.press('Enter');
  await expectSaid(m.own_address_dead({}, en));
  await expectPage(code).toBeFocused();
  await button(m.recovery_new_code({}, en)).press('Enter');
  await expectPage(page.getByText(m.own_address_text({}, en))).toBeFocused();
  await expectPage(email).toBeVisible();
});

it('W2: an account asks for a proof of its address, by a code that is entered there; without an address, it asks for one', async () => {
  const address = 'maximiliana.of.a.rather.long.name@example.com';
  await show('account-home/email-to-confirm');
  await button(m.confirm_email_send({}, en)).press('Enter');
  await expectSaid(m.confirm_email_sent({ email: address }, en));
  await field(m.confirm_email_code({}, en)).fill('123456');
  await page.keyboard.press('Enter');
  await expectSaid(m.confirm_email_done({}, en));
  await show('account-home/email-taken-back');
  await expectPage(page.getByRole('link', { name: m.confirm_email_enter({}, en) })).toBeVisible();
});

it('W2: a password link to an address that was never proved offers to remove the address', async () => {
  await show('set-password/may-be-anothers');
  await button(m.not_mine_action({}, en)).press('Enter');
  await expectSaid(m.not_mine_done_heading({}, en));
});
