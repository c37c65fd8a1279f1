import { family } from '../../case-fixtures.ts';
import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/professional/cases/OneCase.tsx';

const one = 'GET /v2/professional/cases/*';

const cameBack = family('INVITED', 'INVITED', 'own');

export const states: Record<string, MockState> = {
  'not-invited': { answers: { [one]: { data: family('NOT_INVITED', 'NOT_INVITED') } } },
  invited: { answers: { [one]: { data: family('INVITED', 'INVITED', 'own') } } },
  'invite-came-back': {
    answers: {
      [one]: {
        data: {
          ...cameBack,
          parents: cameBack.parents.map((parent, index) => ({ ...parent, returned: index === 0 })),
        },
      },
    },
  },
  'plan-back': {
    answers: {
      [one]: { data: family('INVITED', 'INVITED', 'own') },
      [`${one}/refund`]: {
        data: {
          refund: {
            amount: 28_800,
            amountFormatted: 'US$288.00',
            until: '2026-12-21',
            names: ['Marta', 'Maximiliano'],
          },
        },
      },
    },
  },
  joined: { answers: { [one]: { data: family('JOINED', 'REVOKED', 'other-one') } } },
  expired: { answers: { [one]: { data: family('EXPIRED', 'EXPIRED') } } },
  archived: { answers: { [one]: { data: { ...family('JOINED', 'INVITED'), archived: true } } } },
  loading: { answers: { [one]: 'never' } },
  failed: { answers: { [one]: { problem: { code: 'NOT_FOUND', status: 404 } } } },
};
