import { expect as expectPage } from '@playwright/test';
import { expect, it } from 'vitest';
import { m } from '#messages/messages.js';
import { gallery } from './gallery/open-gallery.ts';
import { statesIn } from './gallery/open-state.ts';

const en = { locale: 'en' } as const;
const page = await gallery.open();
const { show } = statesIn(page);

it.each([
  ['active', [m.so_far_plan, m.receipt_renewal, m.receipt_payment_method]],
  ['refundable', [m.so_far_plan, m.receipt_renewal, m.receipt_payment_method, m.account_billing_refund]],
])('billing, %s: facts in one card, each with one action', async (state, headings) => {
  await show(`account-billing/${state}`);
  for (const heading of headings) {
    const fact = page.getByRole('region', { name: heading({}, en), exact: true });
    // A name, what is true, and the action.
    await expectPage(fact.locator('> :nth-child(3)').locator('a, button')).toHaveCount(1);
  }
});

it('a receipt is a row with its day, number and amount, and with what went back or never came', async () => {
  await show('account-billing/active');
  const cells = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first()
    .getByRole('cell');
  await expectPage(cells).toHaveText([/20\d\d$/, /^EK-/, /^US\$/]);
  await show('account-billing/not-settled');
  await expectPage(page.getByRole('row').filter({ hasText: m.account_receipt_not_paid({}, en) })).not.toHaveCount(0);
});

it('a family is a row with the state of each parent, its plan and the day on which that ends', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await show('pro-cases/families');
  const rows = page.locator('tbody tr');
  await expectPage(rows).toHaveCount(4);
  const states = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll<HTMLElement>('[data-stage]')].map((mark) => mark.dataset['stage'])),
  );
  expect(states).toEqual([
    ['NOT_INVITED', 'NOT_INVITED'],
    ['INVITED', 'INVITED'],
    ['JOINED', 'STOPPED'],
    ['STOPPED', 'INVITED'],
  ]);
  await expectPage(rows.nth(1).getByRole('cell').nth(2)).toHaveText(
    m.pro_cases_plan_by_you({ plan: 'Essentials' }, en),
  );
  await expectPage(rows.nth(1).getByRole('cell').nth(3)).toContainText('November 21, 2027');
  await expectPage(rows.nth(0).getByRole('cell').nth(3)).toHaveText('');
});

it.each([
  ['p1-two-cards', 'beside'],
  ['p0', 'below'],
])('packages, %s: what every plan has is %s the cards in a wide window', async (state, place) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await show(`packages/${state}`);
  const cards = await page.getByRole('list', { name: m.packages_list({}, en), exact: true }).boundingBox();
  const promise = await page.getByText(m.packages_cancel_any_time({}, en), { exact: true }).boundingBox();
  const isBeside = (promise?.x ?? 0) > (cards?.x ?? 0) + (cards?.width ?? 0);
  expect(isBeside ? 'beside' : 'below').toBe(place);
});

it.each(['closing-soon', 'invite-waits', 'waiting'])('home, %s: asks for one thing', async (state) => {
  await show(`account-home/${state}`);
  expect(
    await page.evaluate(() => {
      const heading = document.querySelector('main h1');
      const overview = document.querySelector('#plan')?.closest('section')?.parentElement;
      return [...(overview?.parentElement?.children ?? [])].filter(
        (element) => element !== overview && !element.contains(heading),
      ).length;
    }),
  ).toBe(1);
});
