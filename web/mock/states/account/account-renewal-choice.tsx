import type { MockAnswer, MockState } from '../../mock-state.ts';
import { essentialsPlan, renewalChoices } from '../../renewal-choice-fixtures.ts';

export { Screen } from '#web/features/account/renewal-choice/ChooseRenewal.tsx';

const shows = (answer: MockAnswer): MockState => ({
  answers: { 'GET /v2/account/subscriptions/*/renewal-choices': answer },
});

export const states: Record<string, MockState> = {
  loading: shows('never'),
  offline: shows('offline'),
  'not-now': shows({ problem: { code: 'CONFLICT', status: 409 } }),
  'as-held': shows({ data: renewalChoices() }),
  chosen: shows({ data: renewalChoices({ chosen: essentialsPlan }) }),
  moved: shows({ data: renewalChoices({ country: 'AU', movedTo: 'Australia' }) }),
  'for-co-parent': shows({ data: renewalChoices({ heldBy: 'Joe' }) }),
};
