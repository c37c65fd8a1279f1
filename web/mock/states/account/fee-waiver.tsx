import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/account/fee-waiver/OwnFeeWaiver.tsx';

export const states: Record<string, MockState> = {
  form: { answers: { 'POST /v2/account/fee-waivers': { data: { outcome: 'ASKED' } } } },
};
