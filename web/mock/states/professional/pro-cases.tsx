import type { actOnCases } from '#contract/api/professionals/case-batches.ts';
import type { searchCases } from '#contract/api/professionals/professional-cases.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { family } from '../../case-fixtures.ts';
import type { MockState } from '../../mock-state.ts';
import { unpaidOrders } from '../../unpaid-orders-fixture.ts';

export { Screen } from '#web/features/professional/cases/Cases.tsx';

const list = 'POST /v2/professional/cases/search';
const counts = { ALL: 42, WAITING: 9, JOINED: 28, ENDS_SOON: 5, ARCHIVED: 3 };
const none = { ALL: 0, WAITING: 0, JOINED: 0, ENDS_SOON: 0, ARCHIVED: 0 };
const stages = [
  family('NOT_INVITED', 'NOT_INVITED'),
  family('INVITED', 'INVITED', 'own'),
  family('JOINED', 'EXPIRED'),
  family('REVOKED', 'INVITED'),
];
const cases = stages.map((one, index) => ({ ...one, familyId: `${one.familyId.slice(0, -1)}${index + 1}` }));

type Found = AnswerOf<typeof searchCases>;
const acted: AnswerOf<typeof actOnCases> = {
  results: cases.map((one) => ({
    familyId: one.familyId,
    family: one,
    done: 1,
    leftOut: one.parents.slice(1).map(({ userId }) => ({ userId, why: 'NO_EMAIL' })),
  })),
  letters: [{ language: 'en', fileName: 'letters.pdf', pdfBase64: '' }],
};
const found = (change: Partial<Found>): MockState => ({
  answers: {
    [list]: { data: { cases, more: false, counts, returnedMail: null, ...change } },
    'POST /v2/professional/case-batches': { data: acted },
  },
});

export const states: Record<string, MockState> = {
  empty: found({ cases: [], counts: none }),
  families: found({ more: true }),
  'none-found': found({ cases: [] }),
  'mail-comes-back': found({ returnedMail: 'RETURNED' }),
  unpaid: { answers: { ...found({ cases: cases.slice(0, 1) }).answers, ...unpaidOrders } },
  loading: { answers: { [list]: 'never' } },
  failed: { answers: { [list]: { problem: { code: 'UNEXPECTED', status: 500 } } } },
  offline: { answers: { [list]: 'offline' } },
};
