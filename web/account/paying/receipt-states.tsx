import { m } from '#messages/messages.js';
import type { MockState } from '../../mock/mock-state.ts';
import { receiptAnswer } from '../../mock/upgrade-fixtures.ts';
import { AccountReceipt } from './AccountReceipt.tsx';

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
