import type { ProfessionalReceipt } from '#contract/api/professional-account.ts';
import { documents } from '../../account-fixtures.ts';
import { familyId } from '../../case-fixtures.ts';
import type { MockAnswer, MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/professional/receipts/Receipts.tsx';

const receipt: ProfessionalReceipt = {
  orderId: '019f0000-0000-7000-8000-000000000301',
  purpose: 'PROFESSIONAL_PLAN',
  date: '2026-11-21',
  planName: 'Essentials, one year',
  holders: [],
  total: 28_800,
  totalFormatted: 'US$288.00',
  refunded: 14_400,
  refundedFormatted: 'US$144.00',
  notPaid: false,
  invoiceNumber: 'EK-US-1000-0012',
  bank: null,
  family: { familyId, names: ["Marta O'Brien-Þórsson", 'Maximiliano Ruiz de la Fuente'] },
  documents,
};
const codes: ProfessionalReceipt = {
  ...receipt,
  orderId: '019f0000-0000-7000-8000-000000000302',
  purpose: 'CODE_BUNDLE',
  family: null,
  refunded: 0,
};

const state = (answer: MockAnswer): MockState => ({ answers: { 'GET /v2/professional/receipts': answer } });
const shown = (receipts: ProfessionalReceipt[]) => state({ data: { receipts } });

export const states: Record<string, MockState> = {
  some: shown([receipt, codes]),
  none: shown([]),
  loading: state('never'),
  failed: state({ problem: { code: 'UNEXPECTED', status: 500 } }),
};
