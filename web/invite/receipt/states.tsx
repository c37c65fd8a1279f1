import { invitedAfter } from '../../mock/invite-fixtures.ts';
import type { MockState } from '../../mock/mock-state.ts';
import { paidFixture, payingSession } from '../../mock/payment-fixtures.ts';

export { Screen } from './InvitedReceipt.tsx';

const shows = (paymentRes: ReturnType<typeof paidFixture>): MockState => ({
  session: { ...payingSession(), ...invitedAfter(2), paymentRes },
});

export const states: Record<string, MockState> = {
  card: shows(paidFixture()),
  'covered-by-code': shows(paidFixture({ paymentType: null })),
  reloaded: { session: {} },
};
