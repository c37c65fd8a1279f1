import { expect as expectPage } from '@playwright/test';
import { it } from 'vitest';
import { m } from '#messages/messages.js';
import { gallery } from './gallery/open-gallery.ts';
import { statesIn } from './gallery/open-state.ts';

const en = { locale: 'en' } as const;
const page = await gallery.open();
const { show, expectSaid } = statesIn(page);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

it('once the day of an invite has come, the review says that paying sends it, and the receipt that it was sent', async () => {
  await show('payment/invite-day-come');
  await press(m.payment_continue_to_payment({}, en));
  await press(m.payment_review_order({}, en));
  await expectSaid(m.inviting_text_now({ name: 'Joe' }, en));
  await expectPage(page.getByText('January 2, 2026')).toHaveCount(0);
  await show('receipt/invite-day-come');
  const [sent = ''] = m.receipt_co_parent_email({ email: '@' }, en).split('@');
  await expectPage(page.getByText(sent)).toBeVisible();
});
