import type { MockState } from '../../mock-state.ts';
import { paidFixture, payingSession } from '../../payment-fixtures.ts';

export { Screen } from '#web/features/sign-up/receipt/ReceiptStep.tsx';

const shows = (paymentRes: ReturnType<typeof paidFixture>, more: Partial<MockState> = {}): MockState => ({
  session: payingSession({ paymentRes }),
  ...more,
});

const asking = { boot: { experiments: { 'parent-b-email-speedbump': 'treatment' as const } } };
const added = 'POST /v2/account/co-parent-email';

export const states: Record<string, MockState> = {
  card: shows(paidFixture()),
  paypal: shows(paidFixture({ paymentType: 'PAYPAL' })),
  'apple-pay': shows(paidFixture({ paymentType: 'APPLE_PAY' })),
  'google-pay': shows(paidFixture({ paymentType: 'GOOGLE_PAY' })),
  'venmo-for-both': shows(paidFixture({ paymentType: 'VENMO' })),
  'covered-by-code': shows(paidFixture({ paymentType: null })),
  'co-parent-by-phone': shows(paidFixture({ coParentEmail: '' })),
  'co-parent-prompt': shows(paidFixture({ coParentEmail: '' }), {
    ...asking,
    answers: { [added]: { data: { invited: true } } },
  }),
  'co-parent-prompt-refused': shows(paidFixture({ coParentEmail: '' }), { ...asking, answers: { [added]: 'offline' } }),
  'invite-day-come': {
    session: payingSession({ paymentRes: paidFixture(), inviteTiming: { when: 'ON_DAY', day: '2026-01-02' } }),
  },
  reloaded: { session: {} },
  'reloaded-after-paying': { session: { receiptShown: true } },
  'opened-without-paying': { session: payingSession() },
  'another-package': shows({
    ...paidFixture(),
    registration: { ...paidFixture().registration, order: { packageId: 1001 } },
  }),
};
