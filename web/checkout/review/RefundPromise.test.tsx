import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RefundPromise, RefundTerms } from './RefundPromise.tsx';

const seen = (totalCents: number, forTwo: boolean) =>
  renderToStaticMarkup(<RefundPromise totalCents={totalCents} forTwo={forTwo} />);

test('T6: next to Pay is what can be refunded, how, and what stays with the other parent once invited; nothing if nothing is paid', () => {
  expect(seen(14_400, false)).toContain(
    'Full refund within 30 days: one click under Billing in your account refunds US$144.00',
  );
  const theirs =
    'for your co-parent, US$189.00, is refunded too, unless they have been invited by then, by email or by letter.';
  expect(seen(37_801, true)).toContain(`refunds US$189.01 and ends it. What you paid ${theirs}`);
  expect(renderToStaticMarkup(<RefundTerms totalCents={37_801} forTwo />)).toContain(
    `refunds US$189.01 and ends your own subscription. What you pay ${theirs}`,
  );
  expect(seen(0, true)).toBe('');
});

test('Y10: where the co-parent is invited once it is paid, nothing is said of a refund of their part', () => {
  const both = [
    renderToStaticMarkup(<RefundPromise totalCents={37_801} forTwo invitesOncePaid />),
    renderToStaticMarkup(<RefundTerms totalCents={37_801} forTwo invitesOncePaid />),
  ];
  for (const text of both) {
    expect(text).toMatch(/What you (?:paid|pay) for your co-parent, US\$189\.00, stays theirs, because/);
    expect(text).not.toContain('is refunded too');
  }
});
