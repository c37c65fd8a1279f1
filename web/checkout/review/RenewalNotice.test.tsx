import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RenewalNotice } from './RenewalNotice.tsx';

const own = { heldBy: null, amountFormatted: 'US$150.40', date: '2027-11-21' } as const;
const other = { heldBy: 'Joe', amountFormatted: 'US$150.41', date: '2027-11-21' } as const;
const seen = (renewals: readonly (typeof own | typeof other)[]) => {
  const html = renderToStaticMarkup(<RenewalNotice renewals={renewals} needsMethod="no" />);
  return html
    .replaceAll(/<a .*?<\/a>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
};

test('T2: two renewals are listed separately, with name, amount, day and how to cancel each', () => {
  expect(seen([own, other])).toBe(
    'Two subscriptions renew, each separately, and every year after, until you cancel it: ' +
      "Yours renews on November 21, 2027 for US$150.40. Joe's renews on November 21, 2027 for US$150.41, charged to you. " +
      'You can cancel each renewal at any time in My Account under Billing, with one click for each. Canceling one leaves the other as it is.',
  );
});

test('T2: a cancelled renewal is not promised anywhere', () => {
  expect(seen([])).toBe('This plan does not renew automatically. Nothing more will be charged.');
  expect(seen([other])).toContain("Joe's subscription renews on November 21, 2027 for US$150.41, charged to you");
});
