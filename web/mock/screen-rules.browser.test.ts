import { expect as expectPage } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { m } from '#messages/messages.js';
import { gallery } from './gallery/open-gallery.ts';
import { statesIn } from './gallery/open-state.ts';

const en = { locale: 'en' } as const;
const page = await gallery.open();
const { field, show, expectSaid, expectNotSaid } = statesIn(page);

describe('your details', () => {
  it('5.1-2: ask for an explanation of some referrals alone, and say how long it may be', async () => {
    await show('your-details/empty');
    const explanation = field(m.your_details_referral_other({}, en));
    await field(m.ui_referral({}, en)).selectOption('SEARCH');
    await expectPage(explanation).toHaveCount(0);
    await field(m.ui_referral({}, en)).selectOption('OTHER');
    await explanation.fill('x'.repeat(201));
    await explanation.blur();
    await expectSaid(m.field_max_200({}, en));
    await explanation.fill('');
    await expectSaid(m.signup_referralOther_error({}, en));
  });
});

describe('credentials', () => {
  it('5.7-2: say why a username is not accepted, in the words of the specification', async () => {
    await show('credentials/username-taken');
    const username = field(m.ui_username({}, en));
    await username.fill('marta');
    await username.blur();
    await expectSaid(m.field_username_length({}, en));
    for (const refused of ['marta ruiz', '@marta.ruiz', 'marta@ruiz', '_marta.ruiz']) {
      await username.fill(refused);
      await expectSaid(m.field_username_requirements({}, en));
    }
    await username.fill('marta.ruiz');
    await expectSaid('This username cannot be used');
    await expectNotSaid(m.field_username_requirements({}, en));
  });

  it('4.5-8: that were already set are not called saved: the login and the ways to recover them are offered', async () => {
    await show('credentials/already-set');
    await field(m.ui_username({}, en)).fill('another.name');
    await field(m.ui_password({}, en)).fill('quiet-harbour-7');
    await page.getByRole('button', { name: m.credentials_complete({}, en) }).click();
    await expectSaid(m.credentials_already_set_text({}, en));
    await expectNotSaid(m.credentials_done_text({}, en));
    for (const way of [m.ui_log_in, m.recovery_password_heading, m.recovery_username_heading])
      await expectPage(page.getByRole('main').getByRole('link', { name: way({}, en), exact: true })).toBeVisible();
  });
});

describe('build-your-own', () => {
  it('5.8-7: says what is wrong under its list of lengths once that was touched, and not before', async () => {
    await show('build-your-own/control');
    const length = field(m.build_your_own_length({}, en));
    await expectNotSaid(m.field_options_required({}, en));
    await length.focus();
    await length.selectOption('');
    await length.blur();
    await expectSaid(m.field_options_required({}, en));
    await expectPage(page.getByRole('button', { name: m.ui_continue({}, en) })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await length.selectOption('SUB1YEAR');
    await expectNotSaid(m.field_options_required({}, en));
  });
});

describe('packages', () => {
  const widths = () =>
    page
      .getByRole('article')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().width)));

  it('9-34: stand on cards 320 px wide when priced, and at least 321 px otherwise', async () => {
    await show('packages/p3-priced');
    await expect.poll(widths).toEqual([320, 320, 320]);
    await show('packages/p0');
    await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThanOrEqual(321);
  });
});

describe('an offer', () => {
  it('F2, 2.6-14: says when it ends in the reader’s own day and time, and that it has ended when that passes on the open page', async () => {
    await show('packages/offer-ends');
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: zone });
    await expectSaid(m.packages_offer_ends({ date: format.format(new Date('2030-01-31T23:00:00.000Z')) }, en));
    await page.evaluate(() => {
      const now = Date.now;
      Date.now = () => Date.parse('2030-01-31T23:00:00.000Z');
      document.dispatchEvent(new Event('visibilitychange'));
      Date.now = now;
    });
    await expectSaid(m.packages_offer_ended({}, en));
    await expectPage(page.locator('main s')).toHaveCount(0);
  });

  it('F2, 2.6-15: of plans that are not shown does not mention its end', async () => {
    await show('packages/offer-on-other-plans');
    await expectPage(page.getByRole('article')).toHaveCount(3);
    await expectPage(page.getByText(/This offer ends/)).toHaveCount(0);
  });
});

describe('the phone of the co-parent', () => {
  it('F9: is never filled in with the reader’s own', async () => {
    for (const [state, label, value] of [
      ['co-parent/empty', m.co_parent_phone({}, en), 'off'],
      ['your-details/empty', m.ui_phone_number({}, en), 'tel-national'],
    ] as const) {
      await show(state);
      await expectPage(page.getByRole('textbox', { name: label })).toHaveAttribute('autocomplete', value);
    }
  });
});

describe('build your own', () => {
  it('for a renewal, says that nothing is charged today', async () => {
    await show('account-renewal-choice-build/ready');
    await expectSaid(m.renewal_choice_seen_again({}, en));
  });

  it('F8: keeps what is ticked and not sent when the length changes', async () => {
    await show('build-your-own/control');
    const toneMeter = page.getByRole('checkbox', { name: m.build_your_own_tone_meter({}, en) });
    await page.getByLabel(m.build_your_own_length({}, en)).selectOption('SUB2YEAR');
    await toneMeter.check();
    const kept = await page.evaluate(() => sessionStorage.getItem('join-session'));
    expect(JSON.parse(kept ?? '{}').state.drafts.build).toMatchObject({ subscription: 'SUB2YEAR', tonemeter: 'TONE2' });
  });

  it.each([
    ['build-your-own/control', '/app/join/step3'],
    ['invite-build-your-own/control', '/app/join/invite/packages'],
  ])('F3: the current dot leads back to the plans: %s', async (state, target) => {
    await show(state);
    const current = page.locator('main [aria-current="step"]');
    await expectPage(current).toHaveAttribute('href', target);
    await show('packages/p0');
    await expectPage(current).not.toHaveAttribute('href', /./);
  });
});

describe('the bill', () => {
  it('2.8-8: shows whose it is, read-only', async () => {
    await show('payment/billing');
    for (const [name, value] of [
      [m.payment_first_name({}, en), 'Marta'],
      [m.payment_last_name({}, en), "O'Brien-Ruiz"],
      [m.payment_email({}, en), 'marta@example.com'],
    ] as const) {
      const row = page.locator('main dl > div').filter({ has: page.getByText(name, { exact: true }) });
      await expectPage(row.locator('dd')).toHaveText(value);
      await expectPage(field(name)).toHaveCount(0);
    }
  });
});

describe('the address of the bill', () => {
  it('2.8-11: is suggested while typing, and one is taken with the arrows and Enter, or with a press', async () => {
    await show('payment/billing');
    const line = page.getByRole('combobox', { name: m.payment_address({}, en), exact: true });
    const list = page.getByRole('listbox', { name: m.payment_address_suggestions({}, en) });
    const active = async () => page.locator(`[id="${await line.getAttribute('aria-activedescendant')}"]`).textContent();
    await line.pressSequentially('12 Lake');
    await expectPage(list.getByRole('option')).toHaveCount(2);
    await expectSaid(m.payment_address_suggestions_count({ count: '2' }, en));
    await line.press('ArrowUp');
    expect(await active()).toContain('12 Lakeview Avenue');
    await line.press('ArrowDown');
    expect(await active()).toContain('12 Lake Street');
    await line.press('ArrowDown');
    await expectPage(list.getByRole('option', { selected: true })).toContainText('Duluth, MN, USA');
    await line.press('Enter');
    await expectPage(field(m.payment_city({}, en))).toHaveValue('Duluth');
    await expectPage(line).toHaveValue('12 Lakeview Avenue');
    await expectPage(list).toBeHidden();
    await line.fill('12 Lake');
    await list.getByRole('option').last().click();
    await expectPage(list).toBeHidden();
    await expectPage(line).toHaveValue('12 Lakeview Avenue');
  });
});

describe('what is known of the bill', () => {
  it('2.8-5: country and time zone are shown as a line, and a press opens their fields', async () => {
    await show('payment/billing');
    const [country, zone] = [field(m.payment_country({}, en)), field(m.payment_timezone({}, en))];
    await expectSaid(m.payment_timezone_follows({}, en));
    for (const hidden of [country, zone]) await expectPage(hidden).toBeHidden();
    await page.locator('select[autocomplete~="address-level1"]').selectOption('MN');
    await expectSaid('Central Time (Chicago)');
    await page.getByRole('button', { name: m.payment_place_which({}, en) }).press('Enter');
    await expectPage(country).toBeFocused();
    await expectPage(zone).toHaveValue('America/Chicago');
    await expectPage(zone).toBeVisible();
  });
});

describe('a subscription code', () => {
  it('8-6: leads away from a sign-up that has ended, as everything else does', async () => {
    await show('payment/covered-by-code');
    await page.getByRole('button', { name: m.payment_continue_to_payment({}, en) }).click();
    await field(m.payment_code_label({}, en)).fill('WELCOME10');
    await page.evaluate(() => {
      const ended = { code: 'REGISTRATION_EXPIRED', status: 410, message: 'It has ended.', validationErrors: [] };
      window.fetch = async () => Response.json(ended, { status: 410 });
    });
    await page.getByRole('button', { name: m.payment_code_apply({}, en) }).click();
    await expectSaid(m.session_expired_title({}, en));
  });
});

describe('the page of a duplicate account', () => {
  it('gives each option a line of its own, large enough for a thumb', async () => {
    await show('duplicate/reached');
    const boxes = await page
      .locator('main ol a')
      .evaluateAll((links) =>
        links.map((link) => link.getBoundingClientRect()).map(({ top, height }) => [top, height]),
      );
    const [[first = 0, height = 0] = [], [second = 0] = []] = boxes;
    expect(height).toBeGreaterThanOrEqual(44);
    expect(second - first).toBeGreaterThanOrEqual(44);
  });
});

describe('lists', () => {
  it('9-33: open at most 350 px high', async () => {
    await show('payment/billing');
    const height = await page.evaluate(() => {
      const list = document.querySelector('main select');
      return list && CSS.supports('appearance', 'base-select')
        ? getComputedStyle(list, '::picker(select)').maxBlockSize
        : 'no support';
    });
    expect(height).toBe('350px');
  });
});

describe('the receipt', () => {
  it('8-10: writes to the console that order and package differ, and shows the screen for a reloaded receipt', async () => {
    const logged: string[] = [];
    page.on('console', (message) => logged.push(`${message.type()}: ${message.text()}`));
    await show('receipt/another-package');
    await expectSaid(m.receipt_reloaded_text({}, en));
    await expect.poll(() => logged).toContain('error: Selected package does not match order package');
  });

  it('mentions a code only where one paid', async () => {
    await show('account-receipt/covered-by-code');
    await expectSaid(m.receipt_paid_with_code({}, en));
    await show('account-receipt/cost-nothing');
    await expectSaid(m.mail_payment_nothing({}, en));
    await expectNotSaid(m.receipt_paid_with_code({}, en));
  });

  it('2.9-11: lets the question for the co-parent’s email be skipped, and asks no more', async () => {
    await show('receipt/co-parent-prompt');
    const dialog = page.getByRole('dialog', { name: m.receipt_prompt_title({}, en) });
    await dialog.getByRole('button', { name: m.receipt_prompt_skip({}, en) }).click();
    await expectPage(dialog).toBeHidden();
    await expectPage(page.getByRole('heading', { level: 1 })).toHaveText(m.receipt_heading({}, en));
  });
});

describe('the account home', () => {
  it('asks for the co-parent’s email where there is none, and not while an invite to one waits', async () => {
    await show('account-home/closing-soon');
    await expectSaid(m.account_co_parent_add_email({}, en));
    await show('account-home/invite-waits');
    await expectNotSaid(m.account_co_parent_add_email({}, en));
    await expectSaid(m.account_co_parent_invite({}, en));
  });
});

describe('the header', () => {
  it.each([320, 360])('keeps to one row at %i px in both languages', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    await show('your-details/empty');
    for (const language of ['en', 'es']) {
      await page.locator('header select').selectOption(language);
      await page.locator(`html[lang="${language}"]`).waitFor();
      // With the room that the banner lies over.
      expect(await page.locator('header').evaluate((header) => header.getBoundingClientRect().height)).toBeLessThan(
        112,
      );
    }
  });
});
