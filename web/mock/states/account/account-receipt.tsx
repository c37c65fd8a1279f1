import type { readReceipt } from '#contract/api/receipts.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { documents } from '../../account-fixtures.ts';
import type { MockAnswer, MockState } from '../../mock-state.ts';
import { paidFixture } from '../../payment-fixtures.ts';
import { inChicago } from '../../session-fixture.ts';

export { Screen } from '#web/features/account/receipts/ReceiptPage.tsx';

type Receipt = AnswerOf<typeof readReceipt>;
const state = (answer: MockAnswer, pdf: MockAnswer = 'offline'): MockState => ({
  answers: { 'GET /v2/account/receipts/*': answer, 'GET /v2/account/documents/*': pdf },
});
const soldBy = ['Evenkeel, Inc.', '400 Harbor Street, Suite 12, Minneapolis, MN 55401, USA'];
const billedTo = ["Marta O'Brien-Ruiz", '12 Lake Street', 'Minneapolis, Minnesota 55401', 'United States'];
const shown = (part: Partial<Receipt> = {}) =>
  state({
    data: {
      receipt: paidFixture().receipt,
      purpose: 'SIGN_UP',
      refunded: 0,
      refundedFormatted: 'US$0.00',
      bank: null,
      refunds: [],
      notPaid: false,
      billedTo,
      soldBy,
      documents: documents.slice(0, 1),
      ...part,
    },
  });
const refund = (amount: number, amountFormatted: string): Receipt['refunds'][number] => ({
  amount,
  amountFormatted,
  requestedAt: '2026-11-28T04:00:00.000Z',
  state: 'SETTLING',
  reason: 'BY_PAYER',
});

export const states: Record<string, MockState> = {
  paid: shown(),
  renewal: shown({ purpose: 'RENEWAL' }),
  'paid-by-wallet-for-both': shown({ receipt: paidFixture({ paymentType: 'VENMO' }).receipt }),
  'covered-by-code': shown({ receipt: paidFixture({ paymentType: null }).receipt }),
  'cost-nothing': shown({ receipt: { ...paidFixture({ paymentType: null }).receipt, paymentCodeDetails: [] } }),
  'given-back': shown({
    refunded: 14_400,
    refundedFormatted: 'US$144.00',
    refunds: [
      { ...refund(5_400, 'US$54.00'), state: 'ARRIVED', reason: 'BY_SUPPORT' },
      { ...refund(9_000, 'US$90.00'), state: 'ARRIVED' },
    ],
    documents,
  }),
  'refund-with-the-bank': shown({
    refunded: 14_400,
    refundedFormatted: 'US$144.00',
    refunds: [refund(14_400, 'US$144.00')],
    documents,
  }),
  'read-from-elsewhere': inChicago(shown({ refunds: [refund(14_400, 'US$144.00')] })),
  disputed: shown({ bank: { state: 'HELD', amount: 21_252, amountFormatted: 'US$212.52' } }),
  'dispute-lost': shown({ bank: { state: 'RETURNED', amount: 21_252, amountFormatted: 'US$212.52' }, documents }),
  'not-paid': shown({ notPaid: true, documents }),
  missing: state({ problem: { code: 'NOT_FOUND', status: 404 } }),
  loading: state('never'),
  failed: state({ problem: { code: 'UNEXPECTED', status: 500 } }),
  offline: state('offline'),
};
