import { expect as expectPage } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { m } from '#messages/messages.js';
import { gallery } from './gallery/open-gallery.ts';
import { statesIn } from './gallery/open-state.ts';

const [en, es] = [{ locale: 'en' }, { locale: 'es' }] as const;
const page = await gallery.open();
const { field, show, expectSaid, expectNotSaid } = statesIn(page);

describe('a change of language', () => {
  it('2.3-6: keeps what was chosen for a plan, and shows it in the other language', async () => {
    await show('pro-plan/both-parents');
    const boxes = page.getByRole('main').getByRole('checkbox');
    await boxes.first().uncheck();
    await page.locator('header select').selectOption('es');
    await expectPage(page.getByRole('heading', { level: 1, name: m.pro_plan_title({}, es) })).toBeVisible();
    await expectPage(boxes.last()).toBeChecked();
    await expectPage(boxes.first()).not.toBeChecked();
    await page.locator('header select').selectOption('en');
  });

  it('B9: shows the errors of a code and an order in the other language', async () => {
    await show('payment/covered-by-code');
    await page.getByRole('button', { name: m.payment_continue_to_payment({}, en) }).click();
    await field(m.payment_code_label({}, en)).fill('FULL-1YR0-DEMO');
    await page.getByRole('button', { name: m.payment_code_apply({}, en) }).click();
    await expectSaid(m.payment_code_already_applied({}, en));
    await page.getByRole('button', { name: m.payment_review_order({}, en) }).click({ force: true });
    await expectSaid(m.payment_missing_code_apply({}, en));
    await page.locator('header select').selectOption('es');
    await expectSaid(m.payment_code_already_applied({}, es));
    await expectSaid(m.payment_missing_code_apply({}, es));
    await expectNotSaid(m.payment_code_already_applied({}, en));
    await expectNotSaid(m.payment_missing_code_apply({}, en));
    await page.locator('header select').selectOption('en');
  });
});

describe('mock screens in Spanish', () => {
  it.each([
    ['packages/p0', 'What you get', 'Lo que incluye'],
    ['packages/pricing-failed', m.problem_unexpected({}, en), m.problem_unexpected({}, es)],
    ['payment/billing', 'Premium, two years', 'Premium, dos años'],
    ['account-upgrade-review/ready', 'Unused part of what was paid', 'Parte sin usar de lo pagado'],
    ['your-details/empty', 'Internet search', 'Búsqueda en internet'],
  ])('%s: shows in Spanish what the server says (L6)', async (state, english, spanish) => {
    await show(state);
    const words = () => page.locator('main').evaluate((main) => main.textContent);
    await expect.poll(words).toContain(english);
    await page.locator('header select').selectOption('es');
    await expect.poll(words).toContain(spanish);
    expect(await words()).not.toContain(english);
    await page.locator('header select').selectOption('en');
  });
});
