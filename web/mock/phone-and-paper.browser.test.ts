import { expect as expectPage, type Locator } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { m } from '#messages/messages.js';
import { freshPage } from '#tests/setup/browser/reused-page.ts';
import { statesIn } from './gallery/open-state.ts';

const en = { locale: 'en' } as const;

/** Whether all of it lies within the window. */
const isSeenWhole = (text: Locator) =>
  text.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

describe('on a phone', () => {
  it.each([
    { width: 360, height: 640 },
    { width: 320, height: 568 },
  ])('L16: whoever can press Pay at $width px sees plan and sum, and what they agree to', async (viewport) => {
    const page = await freshPage({ viewport, hasTouch: true });
    await statesIn(page).show('payment/covered-by-code');
    for (const name of [m.payment_continue_to_payment({}, en), m.payment_review_order({}, en)])
      await page.getByRole('button', { name, exact: true }).click();
    const pay = page.getByRole('button', { name: /^Pay now/ });
    await expectPage(pay).toBeVisible();
    const end = await page.evaluate(() => document.documentElement.scrollHeight);
    let seen = 0;
    for (let top = 0; top < end; top += 120) {
      await page.evaluate((y) => window.scrollTo(0, y), top);
      if (!(await isSeenWhole(pay))) continue;
      seen += 1;
      const said = [page.getByText('Premium').filter({ visible: true }).first(), page.getByText(/By selecting Pay/)];
      for (const text of said) expect([top, await isSeenWhole(text)]).toEqual([top, true]);
    }
    expect(seen).toBeGreaterThan(3);
  });
});

describe('on paper', () => {
  it('B9: a receipt carries the name of the site and nothing else of what is around it', async () => {
    const page = await freshPage();
    await statesIn(page).show('account-receipt/paid');
    await page.getByRole('button', { name: m.account_receipt_mail({}, en) }).click();
    const toast = page.getByRole('button', { name: m.ui_dismiss({}, en) }).last();
    await expectPage(toast).toBeVisible();
    await page.context().setOffline(true);
    await expectPage(page.getByText(/^You're offline/)).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    const beside = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('body *')]
          .filter((one) => one.childElementCount === 0 && one.textContent !== '' && one.checkVisibility())
          .filter((one) => one.getBoundingClientRect().bottom + window.scrollY > 1 && !one.closest('main'))
          .map((one) => one.textContent),
      );
    expect(await beside()).toEqual(['Evenkeel']);
  });
});
