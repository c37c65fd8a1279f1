import type { ActivityView } from '#contract/api/account-activity.ts';
import type { MockAnswer, MockState } from '../../mock-state.ts';
import { inChicago } from '../../session-fixture.ts';

export { Screen } from '#web/features/account/activity/Activity.tsx';

const entry = (part: Partial<ActivityView>): ActivityView => ({
  id: '01930000-0000-7000-8000-000000000001',
  kind: 'EMAIL_CHANGED',
  browser: 'Firefox',
  system: 'Android',
  detail: null,
  at: '2026-05-03T18:05:00Z',
  proofs: null,
  contestableUntil: null,
  contestableBy: null,
  ...part,
});
const activity = [
  entry({ proofs: ['PASSWORD'], contestableUntil: '2026-06-02T18:05:00Z', contestableBy: 'TWO' }),
  entry({
    id: '01930000-0000-7000-8000-000000000002',
    kind: 'PASSKEY_ADDED',
    detail: "Marta's phone",
    proofs: ['PASSWORD', 'PHONE'],
  }),
  entry({ id: '01930000-0000-7000-8000-000000000003', kind: 'NEW_DEVICE_SIGN_IN', browser: null, system: null }),
];
const state = (answer: MockAnswer): MockState => ({ answers: { 'GET /v2/account/activity': answer } });

export const states: Record<string, MockState> = {
  several: state({ data: { activity, more: true } }),
  'read-from-elsewhere': inChicago(state({ data: { activity, more: false } })),
  none: state({ data: { activity: [], more: false } }),
  loading: state('never'),
  unreachable: state('offline'),
};
