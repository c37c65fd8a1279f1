import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/account/fee-waiver/OwnFeeWaiver.tsx';

export const states: Record<string, MockState> = {
  'built-package': {
    answers: { 'POST /v2/account/fee-waivers': { problem: { code: 'PACKAGE_NOT_OFFERED', status: 409 } } },
  },
  form: { answers: { 'POST /v2/account/fee-waivers': { data: { outcome: 'ASKED' } } } },
};
