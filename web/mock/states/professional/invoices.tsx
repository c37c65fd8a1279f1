import type { DocumentItem } from '#contract/api/receipts.ts';
import { documents } from '../../account-fixtures.ts';
import type { MockAnswer, MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/professional/invoices/Invoices.tsx';

const state = (answer: MockAnswer): MockState => ({ answers: { 'GET /v2/account/documents': answer } });
const shown = (list: DocumentItem[]) => state({ data: { documents: list } });

export const states: Record<string, MockState> = {
  some: shown(documents),
  none: shown([]),
  loading: state('never'),
  failed: state({ problem: { code: 'UNEXPECTED', status: 500 } }),
};
