import type { ProfessionalReceipt } from '#contract/api/professionals/professional-account.ts';
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

/** Several years, more than are shown at once. */
const many = Array.from({ length: 120 }, (_, at) => ({
  ...(at % 3 === 0 ? codes : receipt),
  orderId: `019f0000-0000-7000-8000-${String(1000 + at).padStart(12, '0')}`,
  invoiceNumber: `EK-US-1000-${String(at).padStart(4, '0')}`,
  date: `${2026 - Math.floor(at / 60)}-11-21` as const,
}));

const mail = 'POST /v2/account/receipts/*/mail';
const state = (answer: MockAnswer): MockState => ({
  answers: {
    'GET /v2/professional/receipts': answer,
    'GET /v2/account/invoice-address': { data: { address: { email: 'office@ledger.example', state: 'IN_USE' } } },
    'DELETE /v2/account/invoice-address': { data: { removed: true } },
    [mail]: { data: { email: 'ana@court.example' } },
  },
});
const shown = (receipts: ProfessionalReceipt[]) => state({ data: { receipts, documentYears: [] } });

export const states: Record<string, MockState> = {
  some: shown([receipt, codes]),
  many: shown(many),
  none: shown([]),
  loading: state('never'),
  failed: state({ problem: { code: 'UNEXPECTED', status: 500 } }),
};
