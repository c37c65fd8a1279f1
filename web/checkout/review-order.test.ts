import { describe, expect, it } from 'vitest';
import { noApproval, noChoice, type PaymentChoice } from './payment-choice.ts';
import { reviewObstacle } from './review-order.ts';

const wallet = { nonce: 'n', accountLabel: 'marta@example.com', shownCents: null };
const card: Partial<PaymentChoice> = { cardValid: true };
const payPal: Partial<PaymentChoice> = { wallets: { ...noApproval, PAYPAL: wallet } };
const venmo: Partial<PaymentChoice> = { wallets: { ...noApproval, VENMO: wallet } };

type Case = [
  name: string,
  choice: Partial<PaymentChoice>,
  code: Partial<{ wanted: boolean; applied: number; typed: string }>,
  total: number | null,
  obstacle: ReturnType<typeof reviewObstacle>,
];

const cases: Case[] = [
  ['nothing given', {}, {}, 100, 'method'],
  ['a valid card', card, {}, 100, null],
  ['PayPal authorised', payPal, {}, 100, null],
  ['Venmo authorised', venmo, {}, 100, null],
  ['a valid card, code box ticked and empty', card, { wanted: true }, 100, 'code'],
  ['PayPal, code box ticked and empty', payPal, { wanted: true }, 100, 'code'],
  ['a valid card, code typed but not applied', card, { wanted: true, typed: ' X ' }, 100, 'code_not_applied'],
  [
    'a valid card, another code typed beside an applied one',
    card,
    { wanted: true, applied: 1, typed: 'X' },
    100,
    'code_not_applied',
  ],
  ['a valid card and an applied code', card, { wanted: true, applied: 1 }, 100, null],
  ['an applied code that leaves something to pay', {}, { wanted: true, applied: 1 }, 100, 'method'],
  ['an applied code that covers everything', {}, { wanted: true, applied: 1 }, 0, null],
  ['only spaces in the code box beside an applied code', card, { wanted: true, applied: 1, typed: '  ' }, 100, null],
  ['a valid card, box unticked with text left in it', card, { wanted: false, typed: 'X' }, 100, null],
  ['a valid card while the price is not known', card, {}, null, 'price'],
];

describe('Review Order', () => {
  it.each(cases)(
    '4.5-3: opens, or says what is missing, with %s',
    (_name, choice, { wanted = false, applied = 0, typed = '' }, totalCents, obstacle) => {
      expect(
        reviewObstacle({
          ...noChoice,
          ...choice,
          codeWanted: wanted,
          codesApplied: applied,
          codeTyped: typed,
          totalCents,
        }),
      ).toBe(obstacle);
    },
  );
});
