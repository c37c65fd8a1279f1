import UpgradeBuild from '#web/features/account/upgrade/UpgradeBuild.tsx';
import type { MockState } from '../../mock-state.ts';
import { upgradeQuote, upgradesFixture } from '../../upgrade-fixtures.ts';

const upgrades = upgradesFixture({ held: 1003, services: ['5GB1', 'TONE1'], availabilities: { 1003: 'UPGRADE' } });
const [, , card] = upgrades.packages;
const prices = 'POST /v2/account/upgrades/prices';

/** 5 GB and the tone meter are current; unlimited payments were added. */
export function Screen() {
  return card ? <UpgradeBuild upgrades={upgrades} card={card} chosen={['PAY1']} /> : null;
}

export const states: Record<string, MockState> = {
  'price-on-its-way': { answers: { [prices]: 'never' } },
  priced: { answers: { [prices]: { data: upgradeQuote() } } },
  'not-larger': {
    answers: {
      [prices]: { problem: { validationErrors: [{ field: 'order.packageId', text: '', code: 'not_understood' }] } },
    },
  },
  'price-unreachable': { answers: { [prices]: 'offline' } },
};
