import { AgreeToInvoices } from '#web/features/account/invoices/AgreeToInvoices.tsx';
import type { MockState } from '../../mock-state.ts';

export function Screen() {
  return <AgreeToInvoices token="sample-of-the-link-to-a-second-address" />;
}

const agree = 'POST /v2/invoice-address-agreements';

export const states: Record<string, MockState> = {
  open: { answers: { [agree]: { data: { agreed: true } } } },
  dead: { answers: { [agree]: { problem: { code: 'TOKEN_INVALID', status: 401 } } } },
  offline: { answers: { [agree]: 'offline' } },
};
