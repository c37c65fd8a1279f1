import { useEffect } from 'react';
import { CheckProof } from '#web/features/account/proof/CheckProof.tsx';
import type { MockAnswer, MockState } from '../../mock-state.ts';

/** After a scanned code was sent; without a response, the form. */
export function Screen() {
  useEffect(() => document.querySelector<HTMLButtonElement>('main form button[type="submit"]')?.click(), []);
  return <CheckProof scanned="K7QP-M2XW-9DAB-CDEF" />;
}

const found = { initials: 'MR', enrolledSince: '2024-11-21', endedOn: null, issuedOn: '2026-11-23' };
const state = (answer: MockAnswer): MockState => ({ answers: { 'POST /v2/proofs/check': answer } });

export const states: Record<string, MockState> = {
  asking: state('never'),
  runs: state({ data: { proof: found } }),
  ended: state({ data: { proof: { ...found, endedOn: '2027-11-21' } } }),
  'confirms-nothing': state({ data: { proof: null } }),
  'too-often': state({ problem: { code: 'TOO_MANY_REQUESTS', status: 429 } }),
};
