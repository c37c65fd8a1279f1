import type { Day } from '#contract/fields/day.ts';
import type { MockAnswer, MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/account/proof/Proof.tsx';

const look = 'GET /v2/account/proofs';
const proof = (end: number) => ({
  id: `01930000-0000-7000-8000-${String(end).padStart(12, '0')}`,
  issuedOn: '2026-11-23',
  checkedUntil: '2028-11-21',
});
const shown = (count: number, enrolledSince: Day | null = '2024-11-21') => {
  const own = { enrolledSince, proofs: Array.from({ length: count }, (_, index) => proof(index)) };
  return state({ data: own });
};
const state = (answer: MockAnswer): MockState => ({
  answers: {
    [look]: answer,
    'POST /v2/account/proofs': {
      data: {
        code: 'K7QP-M2XW-9DAB-CDEF',
        address: 'https://evenkeel.example/app/proof',
        fileName: 'x.pdf',
        pdfBase64: '',
      },
    },
    'DELETE /v2/account/proofs/*': { data: { enrolledSince: '2024-11-21', proofs: [] } },
  },
});

export const states: Record<string, MockState> = {
  none: shown(0),
  several: shown(2),
  most: shown(10),
  'not-enrolled': shown(1, null),
  loading: state('never'),
  failed: state({ problem: { code: 'UNEXPECTED', status: 500 } }),
};
