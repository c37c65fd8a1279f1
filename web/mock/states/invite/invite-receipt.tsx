import { invitedAfter } from '../../invite-fixtures.ts';
import type { MockState } from '../../mock-state.ts';
import { paidFixture, payingSession } from '../../payment-fixtures.ts';

export { Screen } from '#web/features/invite/receipt/InvitedReceipt.tsx';

const shows = (paymentRes: ReturnType<typeof paidFixture>): MockState => ({
  session: { ...payingSession(), ...invitedAfter(2), paymentRes },
});

export const states: Record<string, MockState> = {
  card: shows(paidFixture()),
  'covered-by-code': shows(paidFixture({ paymentType: null })),
  reloaded: { session: {} },
};
