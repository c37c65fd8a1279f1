import type { MockState } from '../../mock-state.ts';
import { family } from '../../case-fixtures.ts';
import { unpaidOrders } from '../../unpaid-orders-fixture.ts';

export { Screen } from '#web/features/professional/cases/Cases.tsx';

const list = 'GET /v2/professional/cases';
const stages = [
  family('NOT_INVITED', 'NOT_INVITED'),
  family('INVITED', 'INVITED', 'own'),
  family('JOINED', 'EXPIRED'),
  family('REVOKED', 'INVITED'),
];
const cases = stages.map((one, index) => ({ ...one, familyId: `${one.familyId.slice(0, -1)}${index + 1}` }));

export const states: Record<string, MockState> = {
  empty: { answers: { [list]: { data: { cases: [], more: false } } } },
  families: { answers: { [list]: { data: { cases, more: true } } } },
  unpaid: { answers: { [list]: { data: { cases: cases.slice(0, 1), more: false } }, ...unpaidOrders } },
  loading: { answers: { [list]: 'never' } },
  failed: { answers: { [list]: { problem: { code: 'UNEXPECTED', status: 500 } } } },
  offline: { answers: { [list]: 'offline' } },
};
