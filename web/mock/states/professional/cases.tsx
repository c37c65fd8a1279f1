import type { MockState } from '../../mock-state.ts';
import { family } from '../../case-fixtures.ts';
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

export const states: Record<string, MockState> = {
  empty: { answers: { [list]: { data: { cases: [], more: false, counts: none } } } },
  families: { answers: { [list]: { data: { cases, more: true, counts } } } },
  'none-found': { answers: { [list]: { data: { cases: [], more: false, counts } } } },
  unpaid: { answers: { [list]: { data: { cases: cases.slice(0, 1), more: false, counts } }, ...unpaidOrders } },
  loading: { answers: { [list]: 'never' } },
  failed: { answers: { [list]: { problem: { code: 'UNEXPECTED', status: 500 } } } },
  offline: { answers: { [list]: 'offline' } },
};
