import { m } from '#messages/messages.js';
import { AccountReceipt } from '#web/features/account/payment/AccountReceipt.tsx';
import type { MockState } from '../../mock-state.ts';
import { receiptAnswer } from '../../upgrade-fixtures.ts';

export function Screen() {
  return (
    <AccountReceipt
      orderId="01a1fd71-49d4-70ea-9f9e-5c2f22ff2764"
      heading={m.upgrade_done_heading()}
      text={m.upgrade_done_text()}
    />
  );
}

const receipt = 'GET /v2/account/receipts/*';

export const states: Record<string, MockState> = {
  paid: { answers: { [receipt]: receiptAnswer() } },
  loading: { answers: { [receipt]: 'never' } },
  unreachable: { answers: { [receipt]: 'offline' } },
};
