import { expect as expectPage } from '@playwright/test';
import { describe, it } from 'vitest';
import { m } from '#messages/messages.js';
import { gallery } from './gallery/open-gallery.ts';
import { statesIn } from './gallery/open-state.ts';

const en = { locale: 'en' } as const;
const page = await gallery.open();
const { field, show, expectSaid, expectNotSaid } = statesIn(page);
const press = (name: string) => page.getByRole('main').getByRole('button', { name }).click();

describe('offers that fail to load', () => {
  it('2.6-11: leave a placeholder for the cards, and say that they are loading', async () => {
    await show('packages/loading');
    await expectPage(page.getByRole('status').filter({ hasText: m.ui_loading({}, en) })).toBeVisible();
    await expectPage(page.getByRole('article')).toHaveCount(0);
  });

  it('2.6-12, 8-12: are reported in the words of the specification: prices that failed, and nothing to offer', async () => {
    await show('packages/pricing-failed');
    await expectSaid('Something went wrong with our pricing. Please refresh the page or try again later.');
    await expectPage(page.getByRole('article')).toHaveCount(0);
    await show('packages/none');
    await expectSaid('Unfortunately, the offer is not available at this time.');
  });
});

describe('the errors of a payment', () => {
  it('8-4: are listed above the buttons, in sight and in focus, and the button pays again', async () => {
    await show('account-upgrade-review/refused-when-pressed');
    const pay = page.getByRole('button', { name: /^Pay US\$/ });
    await pay.click();
    const shownError = page.getByRole('alert').filter({ has: page.getByRole('listitem') });
    await expectPage(shownError.getByRole('listitem')).toHaveText([
      'Must be between 3 and 30 characters',
      'Postal code is not valid',
    ]);
    await expectPage(shownError).toBeFocused();
    await expectPage(shownError).toBeInViewport();
    await expectPage(pay).not.toHaveAttribute('aria-disabled', 'true');
  });
});

describe('a price that fails to load', () => {
  it.each(['payment/price-failed', 'account-restart/price-failed'])(
    '8-13: is shown on a phone without expanding anything, with a retry: %s',
    async (state) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await show(state);
      await expectPage(page.getByRole('alert').getByRole('button', { name: m.ui_try_again({}, en) })).toBeVisible();
      await page.setViewportSize({ width: 1280, height: 800 });
    },
  );

  it('is given as the reason why a button to pay waits, rather than that it is loading', async () => {
    await show('account-restart/price-failed');
    await expectSaid(m.payment_missing_price_failed({}, en));
    await expectNotSaid(m.payment_missing_price({}, en));
  });
});

describe('a request for a new invite link that fails', () => {
  it('2.10-3: says so in the words of the specification, with steps that help and whom to ask', async () => {
    await show('invite-request/fails');
    await press(m.invite_request_send({}, en));
    await expectPage(page.getByRole('heading', { level: 1 })).toHaveText(
      "Oops! We weren't able to request a new link for you.",
    );
    await expectSaid('Something went wrong. Please try again later.');
    await expectPage(page.getByRole('main').getByRole('list').getByRole('listitem')).toHaveText([
      m.invite_request_failed_step_newest({}, en),
      m.invite_request_failed_step_inviter({}, en),
      m.invite_request_failed_step_support({}, en),
    ]);
    await expectPage(page.getByRole('main').getByRole('link', { name: /@/ })).toBeVisible();
  });

  it('can be made again where only the connection was lost', async () => {
    await show('invite-request/offline');
    await press(m.invite_request_send({}, en));
    await expectPage(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
    await expectPage(page.getByRole('button', { name: m.invite_request_send({}, en) })).toBeVisible();
  });
});

describe('lists that fail to load', () => {
  it('8-14: are reported in a toast, which closes when they load', async () => {
    await show('your-details/lists-unreachable');
    await expectSaid(m.genericErrorMessage({}, en));
    await page.evaluate(() => {
      window.fetch = async () => Response.json({ referrals: [{ value: 'SEARCH', label: 'Internet search' }] });
    });
    await press(m.ui_try_again({}, en));
    await expectNotSaid(m.genericErrorMessage({}, en));
    await expectPage(page.getByLabel(m.ui_referral({}, en)).locator('option')).toHaveCount(2);
  });

  it('keep the chosen country, and do not appear to be loading', async () => {
    await show('payment/lists-unreachable');
    await expectPage(page.getByLabel(m.payment_country({}, en))).toHaveValue('US');
    await expectPage(page.getByLabel(m.payment_region({}, en)).locator('option')).toHaveText(m.ui_choose({}, en));
  });
});

describe('the error summary', () => {
  it.each([
    ['payment/billing', [m.signup_region_error, m.signup_postalCode_error]],
    ['pro-sign-up-step/practice', [m.signup_region_error, m.signup_postalCode_error]],
    ['pro-new-case/fresh', [m.missing_first_parent_first_name, m.missing_second_parent_first_name]],
    ['your-details/empty', [m.missing_knows_co_parent_email]],
    ['account-fee-waiver/form', [m.missing_reason]],
  ])(
    'VOI3, 8-15: %s: leads to each field with the words that stand at it, which say whose it is',
    async (state, texts) => {
      await show(state);
      const main = page.getByRole('main');
      await expectPage(main.getByRole('option', { name: m.ui_loading({}, en) })).toHaveCount(0);
      await main.locator('button[type=submit]').first().click();
      const summary = main.getByRole('group', { name: m.ui_problem_title({}, en) });
      for (const text of texts) {
        await summary.getByRole('link', { name: text({}, en), exact: true }).click();
        await expectPage(page.locator(':focus')).toHaveAccessibleDescription(new RegExp(text({}, en)));
      }
    },
  );

  it('8-15: names the field before a text that fits several', async () => {
    await show('your-details/empty');
    const main = page.getByRole('main');
    await field(m.ui_first_name({}, en)).fill('M');
    await main.locator('button[type=submit]').first().click();
    const summary = main.getByRole('group', { name: m.ui_problem_title({}, en) });
    for (const line of [
      `First name: ${m.field_name_length({}, en)}`,
      `How did you hear about us: ${m.field_required({}, en)}`,
    ])
      await expectPage(summary.getByRole('link', { name: line, exact: true })).toBeVisible();
  });
});
