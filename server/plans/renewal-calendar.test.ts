import { describe, expect, test } from 'vitest';
import type { SubscriptionView } from '#contract/api/account.ts';
import { brand } from '#contract/brand.ts';
import * as fixtures from '#web/mock/account-fixtures.ts';
import { entryOf } from './renewal-calendar.ts';

const { subscription, cancelled, waiting, declinedForGood, paused, paidByOther, lapsed, refunded, forOther } = fixtures;
const takenOver = { ...paidByOther, autoRenew: false };
const free = subscription({ renewal: { amount: 0, amountFormatted: 'US$0.00' } });

describe('each state of a subscription has its entry, on its day', () => {
  test.each<[string, SubscriptionView, string, string, RegExp]>([
    ['renews', subscription(), '2027-11-21', 'Yearly renewal', /^US\$212\.52 is charged/],
    ['renews for nothing', free, '2027-11-21', 'Yearly renewal', /Nothing is charged/],
    ['paid by a code', fixtures.paidByCode, '2027-11-21', 'Yearly renewal', /^US\$212\.52 is charged/],
    ['cancelled', cancelled, '2027-11-21', 'Last day', /does not renew/],
    ['past due, tried again', waiting, '2026-11-28', 'Payment due', /^US\$212\.52 is not paid/],
    ['past due, not tried again', declinedForGood, '2026-12-05', 'Payment due', /^US\$212\.52 is not paid/],
    ['paused by a dispute', paused, '2027-11-21', 'Last day', /unless your bank decides/],
    ['paid by somebody else', paidByOther, '2027-11-21', 'Yearly renewal', /have nothing to pay/],
    ['no longer paid by somebody else', takenOver, '2027-11-21', 'Last day', /does not renew/],
    ['lapsed', lapsed, '2026-10-02', 'Last day', /has ended/],
    ['refunded', refunded, '2026-11-02', 'Last day', /has ended/],
    ['of somebody else', forOther, '2027-11-21', 'Yearly renewal', /^This is what you pay for someone else\. US\$/],
  ])('%s', (_, one, day, summary, text) => {
    expect(entryOf(one, 'en')).toEqual({ day, summary, text: expect.stringMatching(text) });
  });
});

test('no entry names a person, a plan or this product, and no title an amount, in either language', () => {
  const all = Object.values(fixtures).filter(
    (one): one is SubscriptionView => typeof one === 'object' && 'periodEnd' in one,
  );
  expect(all.length).toBeGreaterThan(10);
  for (const one of [...all, { ...paidByOther, paidBy: 'Maximiliana-Guadalupe' }])
    for (const language of ['en', 'es'] as const) {
      const { summary, text } = entryOf(one, language);
      expect(summary).not.toMatch(/\d|\$/);
      expect(`${summary} ${text}`).not.toMatch(
        new RegExp(`Joe|Maximiliana|Premium|Build|parent|padre|${brand.name}`, 'i'),
      );
    }
});
