import type { MockAnswer, MockState } from '../../mock-state.ts';
import { upgradeQuote, upgradesFixture } from '../../upgrade-fixtures.ts';

export { Screen } from '#web/features/account/upgrade/Upgrade.tsx';

const shows = (answer: MockAnswer): MockState => ({ answers: { 'GET /v2/account/upgrades': answer } });
const ready = (options: Parameters<typeof upgradesFixture>[0] = {}) => shows({ data: upgradesFixture(options) });

export const states: Record<string, MockState> = {
  loading: shows('never'),
  offline: shows('offline'),
  'no-plan': shows({ problem: { code: 'NOT_FOUND', status: 404 } }),
  'no-paid-days': shows({ problem: { code: 'RENEWAL_UNPAID', status: 409 } }),
  'no-address': shows({ problem: { validationErrors: [{ field: 'address', text: '', code: 'required' }] } }),
  'from-essentials': ready(),
  'account-closes': shows({ data: { ...upgradesFixture(), accountClosesOn: '2026-12-21' } }),
  'billed-abroad': ready({ country: 'NZ' }),
  // Its other pages have `?plan=1002` and `?plan=1003`.
  'does-not-renew': {
    answers: {
      'GET /v2/account/upgrades': { data: upgradesFixture({ renews: false, paidBy: 'Dana' }) },
      'POST /v2/account/upgrades/prices': { data: upgradeQuote({ renews: false }) },
      'GET /v2/account/upgrades/payment': { data: { outcome: 'NONE' } },
    },
  },
  'from-build-your-own': ready({
    held: 1003,
    services: ['1GB1', 'TONE1'],
    options: ['Tone meter'],
    availabilities: { 1003: 'UPGRADE' },
  }),
  'from-premium': ready({ held: 1002, availabilities: { 1001: 'INCLUDED', 1003: 'INCLUDED' } }),
};
