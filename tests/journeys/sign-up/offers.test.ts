import type { Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { expect, expectFits, mailTo, newPerson, test } from '../journey.ts';
import { parentA } from '../parent-a.ts';

type Cards = Record<string, string>;
/** `paidFor`: the years of the chosen plan. */
type Group = { group: string; areaCode: string; oneYear: Cards; twoYears: Cards | null; paidFor: 1 | 2 };

/** The group with the most cards, and the one without two-year plans; the API tests cover the prices of all. */
const groups: Group[] = [
  {
    group: 'P2',
    areaCode: '512',
    paidFor: 2,
    oneYear: {
      Basic: 'US$96.00 for one year',
      Essentials: 'US$150.00 for one year',
      Premium: 'US$216.00 for one year',
      'Build your own': 'from US$114.00 for one year',
    },
    twoYears: {
      Basic: 'US$174.00 for two years',
      Essentials: 'US$276.00 for two years',
      Premium: 'US$396.00 for two years',
      'Build your own': 'from US$204.00 for two years',
    },
  },
  {
    group: 'P3',
    areaCode: '305',
    paidFor: 1,
    oneYear: {
      Essentials: 'US$149.00 for one year',
      Premium: 'US$204.00 for one year',
      'Build your own': 'from US$108.00 for one year',
    },
    twoYears: null,
  },
];

const phoneOf = (areaCode: string) => `${areaCode}${newPerson().phone.slice(3)}`;
const inSight = (page: Page) => page.locator('li:not([inert]) article');
const t = { locale: 'en' } as const;

/** Steps to the next or previous cards; false at the end of the row, or if all are visible. */
async function step(page: Page, to: 'next' | 'previous'): Promise<boolean> {
  const arrow = page.getByRole('button', {
    name: to === 'next' ? m.packages_next({}, t) : m.packages_previous({}, t),
  });
  if (!(await arrow.isVisible()) || (await arrow.getAttribute('aria-disabled')) === 'true') return false;
  const position = page.getByRole('status').filter({ hasText: /^Plans? \d/ });
  const before = await position.innerText();
  await arrow.press('Enter');
  await expect(position).not.toHaveText(before);
  return true;
}

/** All cards of the term, as a person finds them: hidden ones are stepped to, and back again. */
async function cardsOf(page: Page): Promise<Cards> {
  const cards: Cards = {};
  // The carousel starts at the most popular plan.
  while (await step(page, 'previous')) continue;
  do {
    for (const card of await inSight(page).all()) {
      const name = await card.getByRole('heading', { level: 2 }).innerText();
      cards[name] = (await card.locator('p', { hasText: / for (one year|two years)$/ }).innerText()).trim();
    }
  } while (await step(page, 'next'));
  while (await step(page, 'previous')) continue;
  return cards;
}

const widths = [
  { width: 360, fits: (cards: number) => cards === 1 },
  { width: 1280, fits: (cards: number) => cards > 1 },
];

for (const { group, areaCode, oneYear, twoYears, paidFor } of groups) {
  test(`2.6-6, 2.6-8, 2.6-9, 2.6-23: pricing group ${group}: its cards on a phone and a wide screen, terms only if there are two, and the chosen price is what is paid`, async ({
    page,
  }) => {
    const journey = parentA(page, { phone: phoneOf(areaCode) });
    await journey.toPlans();
    await expect(page.getByRole('article', { name: Object.keys(oneYear)[0] ?? '' })).toBeVisible();
    for (const { width, fits } of widths) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(async () => fits(await inSight(page).count())).toBe(true);
      expect(await cardsOf(page)).toEqual(oneYear);
      await expectFits(page);
    }
    if (twoYears === null) await expect(page.getByRole('radio')).toHaveCount(0);
    else {
      await page.getByRole('radio', { name: m.packages_two_years({}, journey.t) }).check();
      expect(await cardsOf(page)).toEqual(twoYears);
      if (paidFor === 1) await page.getByRole('radio', { name: m.packages_one_year({}, journey.t) }).check();
    }
    const premium = inSight(page).filter({ has: page.getByRole('heading', { name: 'Premium' }) });
    while ((await premium.count()) === 0 && (await step(page, 'next'))) continue;
    await expect(premium.getByText(m.packages_popular({}, journey.t), { exact: true })).toBeVisible();
    await premium.getByRole('button', { name: m.packages_select({}, journey.t) }).click();
    await expect(journey.heading(m.payment_heading_billing({}, journey.t))).toBeVisible();
    const chosen = paidFor === 2 && twoYears ? twoYears : oneYear;
    const price = /\$[\d.]+/.exec(chosen['Premium'] ?? '')?.[0] ?? 'no price';
    await expect((await journey.summary()).getByText(`US${price}`, { exact: true }).last()).toBeVisible();
  });
}

test('T4, 2.9-5: an activation code that covers all needs no card, and leads to the receipt', async ({ page }) => {
  const journey = parentA(page);
  await journey.toMethod();
  await journey.applyCode('FULL-1YR0-DEMO');
  await expect(page.getByText(m.payment_covered_by_codes({}, journey.t))).toBeVisible();
  await expect(
    page.getByRole('button', { name: m.payment_methods_wallet_pay({ wallet: 'PayPal' }, journey.t) }),
  ).toBeHidden();
  await journey.press(m.payment_review_order({}, journey.t));
  await journey.review();
  await expect(page.getByText(m.payment_no_method_needed({}, journey.t))).toBeVisible();
  await expect(
    page.getByText(m.payment_renewal_needs_method_later({ date: '' }, journey.t).slice(0, 40)),
  ).toBeVisible();
  await journey.payNow().click();
  await journey.credentials();
  await journey.receipt();
  const payment = page.getByRole('region', { name: m.receipt_payment_information({}, journey.t) });
  await expect(payment).toContainText(m.receipt_paid_with_code({}, journey.t));
  await expect(page.getByRole('region', { name: m.payment_order_summary({}, journey.t) })).toContainText('US$0.00');
  await expect(page.getByText(m.receipt_next_steps({}, journey.t))).toBeVisible();
  const renewal = page.getByRole('region', { name: m.receipt_renewal({}, journey.t) });
  await expect(renewal).toContainText(m.payment_renewal_needs_method({ date: '' }, journey.t).slice(0, 30));
  const add = renewal.getByRole('link', { name: m.payment_renewal_add_method({}, journey.t) });
  await expect(add).toHaveAttribute('href', '/app/account/billing#payment-method');
});

test("2.8-13, 3.2-2: whoever pays for the co-parent pays twice the price, and the co-parent's invite says it is paid", async ({
  page,
  context,
}) => {
  const journey = parentA(page);
  await journey.toMethod();
  await page.getByRole('checkbox', { name: m.payment_pay_for_co_parent({}, journey.t) }).check();
  await expect(await journey.summary()).toContainText('US$288.00');
  await journey.method();
  await journey.review();
  await journey.payNow().click();
  await journey.credentials();
  await journey.receipt();
  const { firstName: other } = journey.coParent;
  await expect(page.getByText(`You and ${other}`)).toBeVisible();
  const renewals = page.getByRole('region', { name: m.receipt_renewal({}, journey.t) }).getByRole('listitem');
  await expect(renewals.filter({ hasText: other })).toContainText('US$144.00');
  const invite = await mailTo(journey.coParent.email);
  const link = invite.links.find((found) => found.includes('/app/join/invite#')) ?? '';
  const theirs = await context.newPage();
  await theirs.goto(link);
  await expect(theirs.getByText(m.invite_paid({}, journey.t)).first()).toBeVisible();
});
