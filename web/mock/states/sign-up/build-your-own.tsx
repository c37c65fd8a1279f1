import type { SelectedPackage } from '#web/join-session/join-session.ts';
import { sessionAfter } from '../../family-fixture.ts';
import type { MockAnswer, MockState } from '../../mock-state.ts';
import { groups, offers, packageCard } from '../../package-fixtures.ts';

export { Screen } from '#web/features/sign-up/build-your-own/BuildYourOwnStep.tsx';

const selectedPackage: SelectedPackage = {
  id: 1003,
  packageName: 'CYO',
  displayName: 'Build your own',
  buildYourOwn: true,
  productId: 'SUB1YEAR',
  analyticsPackage: 'CYO 1Y',
  includesVat: false,
  country: null,
};

const coupons: MockAnswer = { data: { coupons: [] } };

const chosen = { ...sessionAfter(2), selectedPackage, selectedPackageId: 1003, subscriptionLength: 1 as const };

function shows(answer: MockAnswer, more: Partial<MockState> = {}): MockState {
  return {
    session: chosen,
    ...more,
    answers: {
      'GET /v2/packages': answer,
      'GET /v2/registrations/*/coupons': coupons,
      'POST /v2/registrations/*/prices': 'never',
      ...more.answers,
    },
  };
}

const everything = {
  subscription: 'SUB1YEAR' as const,
  myfiles: '10GB1',
  tonemeter: 'TONE1',
  unlimitedPayments: 'PAY1',
  callsBasic: 'CALL1',
};

export const states: Record<string, MockState> = {
  loading: shows('never'),
  control: shows(offers('P0')),
  redesign: shows(offers('P0'), { boot: { experiments: { 'package-step-redesign': 'treatment' } } }),
  'as-much-as-premium': shows(
    offers('P0', {
      packages: [...groups.P0.slice(0, 2), packageCard({ id: 1003, name: 'CYO', cents: 10_800, recordedCalls: true })],
    }),
    { session: { ...chosen, alacarteValues: everything } },
  ),
  'price-unreachable': shows(offers('P0'), { answers: { 'POST /v2/registrations/*/prices': 'offline' } }),
  'not-offered': shows(offers('P0', { packages: groups.P0.slice(0, 2) })),
};
