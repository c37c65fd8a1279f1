import { expect, type Page } from '@playwright/test';
import { describe, it } from 'vitest';
import { m } from '#messages/messages.js';
import { freshPage } from '#tests/setup/browser/reused-page.ts';
import { statesIn } from './gallery/open-state.ts';

const en = { locale: 'en' } as const;

/** A page whose API responses are held back where the address matches, from its start on. */
async function pageHolding(pattern: string) {
  const page = await freshPage();
  await page.addInitScript((held) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const native = window.fetch.bind(window);
    let answer = native;
    const sent: string[] = [];
    Object.assign(window, { sent, isHolding: false, release: resolve });
    const holding: typeof fetch = async (input, init) => {
      const address = String(input);
      if (!address.includes('/api/')) return native(input, init);
      sent.push(`${init?.method ?? 'GET'} ${address}`);
      if (new RegExp(held).test(address) && (window as { isHolding?: boolean }).isHolding) await promise;
      const response = await answer(input, init);
      if (!address.endsWith('/regions')) return response;
      const postalPlaces = [{ begins: '55', region: 'MN', city: 'Minneapolis' }];
      return Response.json({ ...((await response.json()) as object), postalPlaces });
    };
    Object.defineProperty(window, 'fetch', {
      get: () => holding,
      set: (next: typeof fetch) => {
        answer = next;
      },
    });
  }, pattern);
  const set = (name: 'isHolding', value: boolean) =>
    page.evaluate(([key, on]) => Object.assign(window, { [key]: on }), [name, value] as const);
  return {
    page,
    hold: () => set('isHolding', true),
    holdFromStart: () => page.addInitScript(() => Object.assign(window, { isHolding: true })),
    release: () => page.evaluate(() => (window as unknown as { release: () => void }).release()),
    sent: () => page.evaluate(() => (window as unknown as { sent: string[] }).sent),
  };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const waiting = (page: Page) => page.locator('main [data-waiting]');
const text = (page: Page, name: string) => page.getByLabel(name, { exact: true });

it('L5: an address half typed by an invited parent can still be completed', async () => {
  const page = await freshPage();
  await statesIn(page).show('invite-billing/half-typed');
  const line = page.getByRole('combobox', { name: m.payment_address({}, en), exact: true });
  await expect(line).toHaveValue('12 Ma');
  await line.press('End');
  await line.pressSequentially('in Street');
  await expect(line).toHaveValue('12 Main Street');
});

describe('a press that must wait', () => {
  it('L4: continues from the bill once the lists have loaded and filled in what they know', async () => {
    const { page, holdFromStart, release, sent } = await pageHolding('/regions|/timezones');
    await holdFromStart();
    await statesIn(page).show('payment/billing');
    await page.locator('[autocomplete~="address-line1"]').fill('12 Lake Street');
    await page.locator('[autocomplete~="postal-code"]').fill('55401');
    await page.locator('[autocomplete~="address-level2"]').fill('Minneapolis');
    const goOn = button(page, m.payment_continue_to_payment({}, en));
    await goOn.click();
    await expect(waiting(page)).toHaveCount(1);
    await release();
    await expect.poll(async () => (await sent()).some((call) => call.startsWith('PUT '))).toBe(true);
  });

  it('B4: completes the sign-up once the username is checked', async () => {
    const { page, hold, release, sent } = await pageHolding('/availability');
    await statesIn(page).show('credentials/empty');
    await hold();
    await text(page, m.ui_username({}, en)).fill('marta.ruiz');
    await text(page, m.ui_password({}, en)).fill('quiet-harbour-7');
    const complete = button(page, m.credentials_complete({}, en));
    await complete.click();
    await expect(waiting(page)).toHaveCount(1);
    await release();
    await expect.poll(async () => (await sent()).some((call) => call.startsWith('PUT '))).toBe(true);
  });

  it('B4: reviews the order once its price has loaded', async () => {
    const { page, hold, release } = await pageHolding('/prices');
    await statesIn(page).show('payment/covered-by-code');
    await button(page, m.payment_continue_to_payment({}, en)).click();
    const review = button(page, m.payment_review_order({}, en));
    await expect(review).toBeVisible();
    await hold();
    await page.getByRole('checkbox', { name: m.payment_pay_for_co_parent({}, en) }).check();
    await review.click({ force: true });
    await expect(waiting(page)).toHaveCount(1);
    await release();
    await expect(page.getByRole('heading', { level: 1, name: m.payment_heading_review({}, en) })).toBeVisible();
  });

  it('B9: keeps a code that is typed while another is applied', async () => {
    const { page, hold, release } = await pageHolding('/prices');
    await statesIn(page).show('payment/covered-by-code');
    await button(page, m.payment_continue_to_payment({}, en)).click();
    const code = text(page, m.payment_code_label({}, en));
    await code.fill('TWOYEARS');
    await hold();
    await button(page, m.payment_code_apply({}, en)).click();
    await code.fill('HALF-OFF0-DEMO');
    await release();
    await expect(button(page, m.payment_code_remove_named({ code: 'TWOYEARS' }, en))).toBeVisible();
    await expect(code).toHaveValue('HALF-OFF0-DEMO');
  });

  it('L17: prepares the card while the address is typed, and checks its country while it is saved', async () => {
    const { page, hold, release, sent } = await pageHolding('/registrations/');
    await statesIn(page).show('payment/covered-by-code');
    const asked = (part: string) => async () => (await sent()).filter((address) => address.includes(part)).length;
    expect(await asked('/payment-client-token')()).toBe(0);
    await page.locator('[autocomplete~="address-line2"]').fill('Apartment 4');
    await expect.poll(asked('/payment-client-token')).toBe(1);
    await hold();
    await button(page, m.payment_continue_to_payment({}, en)).click();
    await expect.poll(asked('/package-country-checks')).toBe(1);
    await release();
    await expect(page.getByRole('heading', { level: 1, name: m.payment_heading_payment({}, en) })).toBeVisible();
  });

  it('B5: leaves focus and digits in a phone field whose list of codes loads late', async () => {
    const { page, holdFromStart, release } = await pageHolding('/lookups|/professional|/phone-country-codes');
    await holdFromStart();
    await statesIn(page).show('pro-sign-up/fresh');
    const number = page.locator('[autocomplete~="tel-national"]');
    await number.pressSequentially('20255');
    await release();
    await expect(page.getByLabel(m.ui_referral({}, en), { exact: true }).locator('option').nth(2)).toBeAttached();
    await page.keyboard.type('50142');
    await expect(number).toHaveValue('2025550142');
  });

  it.each(['pro-sign-up/fresh', 'your-details/empty'])(
    'B5: leaves the focus in a list that loads late: %s',
    async (state) => {
      const { page, holdFromStart, release } = await pageHolding('/lookups|/professional|/referral');
      await holdFromStart();
      await statesIn(page).show(state);
      const source = page.getByLabel(m.ui_referral({}, en), { exact: true });
      await source.focus();
      await release();
      await expect(source.locator('option').nth(2)).toBeAttached();
      await expect(source).toBeFocused();
    },
  );

  it('L8: an overlong text is no obstacle once its question is gone', async () => {
    const { page } = await pageHolding('nothing');
    await statesIn(page).show('pro-sign-up/fresh');
    const source = page.getByLabel(m.ui_referral({}, en), { exact: true });
    await source.selectOption('OTHER');
    await page.locator('textarea').fill('x'.repeat(201));
    await source.selectOption('SEARCH');
    await source.selectOption('OTHER');
    await expect(page.locator('textarea')).toHaveValue('');
  });
});

const wide = 'W'.repeat(20);
const longEmail = `${'m'.repeat(32)}@${'example'.repeat(4)}.com`;

describe('people’s texts', () => {
  it.each([
    'receipt/card',
    'account-home/pays-for-both',
    'account-family/invite-waits',
    'payment/covered-by-code',
    'invite/paid',
  ])('L6: of twenty wide letters and long e-mails fit into 320 px: %s', async (state) => {
    const { page } = await pageHolding('nothing');
    await page.setViewportSize({ width: 320, height: 700 });
    await statesIn(page).show(state);
    await page.evaluate(
      ([name, email]) => {
        const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const node = texts.currentNode;
          node.nodeValue = (node.nodeValue ?? '')
            .replaceAll(/[\w.+-]+@[\w.-]+\w/g, email)
            .replaceAll(/\b(Marta|Joe|Ana|Leo|María)\b/g, name);
        }
      },
      [wide, longEmail] as const,
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});
