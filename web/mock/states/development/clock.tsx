import type { ClockView } from '#contract/api/development.ts';
import type { MockAnswer, MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/development/clock/Clock.tsx';

const events: ClockView['events'] = [
  { at: '2027-11-21T04:01:02.000Z', kind: 'MAIL', what: 'receipt', amount: null },
  { at: '2027-11-21T04:01:01.000Z', kind: 'CHARGE', what: 'RENEWAL', amount: 14_400 },
  { at: '2027-11-14T04:01:00.000Z', kind: 'MAIL', what: 'renewal-reminder', amount: null },
  { at: '2026-12-02T09:30:00.000Z', kind: 'REFUND', what: 'BY_PAYER', amount: 19_800 },
  { at: '2026-11-21T15:43:00.000Z', kind: 'CHARGE', what: 'SIGN_UP', amount: 14_400 },
];
const clock = 'GET /v2/development/clock';
const shows = (answer: MockAnswer): MockState => ({ answers: { [clock]: answer } });

export const states: Record<string, MockState> = {
  'a-year-on': shows({ data: { now: '2027-11-22T15:43:00.000Z', aheadMs: 366 * 86_400_000, events } }),
  'nothing-yet': shows({ data: { now: '2026-11-21T15:43:00.000Z', aheadMs: 0, events: [] } }),
  loading: shows('never'),
  offline: shows('offline'),
  'not-there': shows({ problem: { code: 'NOT_FOUND', status: 404 } }),
};
