import { expect } from '@playwright/test';
import { describe, it } from 'vitest';
import { supportPhone } from '#contract/fields/countries.ts';
import { m } from '#messages/messages.js';
import { gallery } from './gallery/open-gallery.ts';
import { statesIn } from './gallery/open-state.ts';

const en = { locale: 'en' } as const;
const page = await gallery.open();
const { show, expectSaid, expectNotSaid } = statesIn(page);
const tick = (name: string) => page.getByRole('checkbox', { name, exact: true });

describe('contact preferences', () => {
  it.each(['your-details/empty', 'invite-your-details/known'])(
    'are collapsed on step 1, fetch their fields when opened and explain a choice: %s',
    async (state) => {
      await show(state);
      const line = page.locator('summary', { hasText: m.reach_question({}, en) });
      await expect(page.locator('details')).not.toHaveAttribute('open');
      await expect(page.getByRole('checkbox')).toHaveCount(0);
      await line.click();
      await expect(tick(m.reach_text({}, en))).toBeChecked();
      await expectNotSaid(m.reach_mail_off_joining({}, en));
      await tick(m.reach_mail({}, en)).uncheck();
      await expectSaid(m.reach_mail_off({}, en));
      await expectSaid(m.reach_mail_off_joining({}, en));
      await page.getByRole('radio', { name: m.reach_between({}, en) }).check();
      await page.getByLabel(m.reach_from({}, en), { exact: true }).selectOption('22');
      await line.click();
      await expect(page.getByRole('checkbox')).toHaveCount(0);
      await line.click();
      await expect(tick(m.reach_mail({}, en))).not.toBeChecked();
      await expect(page.getByLabel(m.reach_from({}, en), { exact: true })).toHaveValue('22');
    },
  );

  it('are the same in the settings, where there already is an account', async () => {
    await show('account-reach/hard-to-reach');
    await expect(tick(m.reach_mail({}, en))).not.toBeChecked();
    await expectSaid(m.reach_mail_off({}, en));
    await expectNotSaid(m.reach_mail_off_joining({}, en));
  });
});

describe('a payment that is being confirmed', () => {
  const promised = m.payment_confirming_leave({}, en);

  it('announces a mail, and asks not to pay again before it', async () => {
    await show('payment/confirming');
    await expectSaid(promised);
    await expectNotSaid(m.payment_confirming_leave_no_mail({}, en));
  });

  it('promises no mail to a parent who wants none: they stay, or call before they pay again', async () => {
    await show('payment/confirming-without-mail');
    await expectSaid(m.payment_confirming_leave_no_mail({}, en));
    await expectSaid(supportPhone('US').display);
    await expectNotSaid(promised);
  });

  it('of somebody with an account can be found there later', async () => {
    await show('account-restart/confirming');
    await expectSaid(m.payment_confirming_leave_account({}, en));
  });
});

describe('while text messages are switched off', () => {
  const off = m.problem_texts_off({ phone: supportPhone('US').display }, en);

  it('username recovery offers no code by text, and says so', async () => {
    await show('forgot-username/texts-off');
    await page.getByRole('radio', { name: m.recovery_by_phone({}, en) }).check();
    await expectSaid(off);
    await expect(page.getByRole('button', { name: m.recovery_send_code({}, en) })).toHaveCount(0);
  });

  it('a pending change of phone says that no code will come', async () => {
    await show('account-profile/texts-off');
    await expectSaid(off);
    await expectNotSaid(m.profile_phone_pending({ phone: '+1 6125550187' }, en));
  });
});

describe('O1: a site without texts', () => {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const change = (what: string) => press(m.profile_change_what({ what }, en));
  const opened: [string, () => Promise<void>][] = [
    ['forgot-username/no-texts', async () => undefined],
    ['account-profile/no-texts', () => change(m.profile_phone({}, en))],
    ['account-profile/no-texts', () => change(m.profile_email({}, en))],
    ['second-step/no-texts', () => press(m.second_step_lost({}, en))],
    ['my-account/begin-no-texts', async () => undefined],
    ['account-reach/no-texts', () => expect(tick(m.reach_call({}, en))).toBeVisible()],
  ];

  it.each(opened)('offers none: %s', async (state, open) => {
    await show(state);
    await open();
    await expect(page.locator('main')).not.toContainText(/text messages?|by text|\btexts\b|texted|text (you|a code)/i);
  });
});
