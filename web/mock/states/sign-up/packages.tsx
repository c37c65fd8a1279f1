import { formatCents } from '#contract/fields/money.ts';
import { sessionAfter, stepOneValues } from '../../family-fixture.ts';
import type { MockAnswer, MockState } from '../../mock-state.ts';
import { groups, offers, packageCard } from '../../package-fixtures.ts';

export { Screen } from '#web/features/sign-up/packages/Packages.tsx';

const listed = 'GET /v2/packages';
const couponsAt = 'GET /v2/registrations/*/coupons';
const noCoupons: Record<string, MockAnswer> = { [couponsAt]: { data: { coupons: [] } } };

function shows(answer: MockAnswer, more: Partial<MockState> = {}): MockState {
  return { session: sessionAfter(2), ...more, answers: { [listed]: answer, ...noCoupons, ...more.answers } };
}

const fifteenPercent = (endsAt: string | null, packages = groups.P0): MockAnswer => ({
  data: {
    coupons: [
      {
        code: 'OFFER-SPRING',
        byLink: true,
        endsAt,
        description: '15% off',
        discounts: packages.map(({ id, totalPrice }) => {
          const discount = Math.floor((totalPrice * 15) / 100);
          return { packageId: id, discount, discountFormatted: formatCents(discount), percent: 15 };
        }),
      },
    ],
  },
});

export const states: Record<string, MockState> = {
  loading: shows('never'),
  unreachable: shows('offline'),
  'pricing-failed': shows({ problem: { code: 'UNEXPECTED', status: 500 } }),
  none: shows(offers('P0', { packages: [] })),
  p0: shows(offers('P0')),
  'p1-two-cards': shows(offers('P1')),
  'p2-four-cards': shows(offers('P2')),
  'p3-pick-me': shows(offers('P3')),
  'p3-priced': shows(offers('P3'), { boot: { experiments: { 'price-in-build-your-own': 'treatment' } } }),
  'premium-first': shows(offers('P0'), { boot: { experiments: { 'premium-pick-me-1': 'treatment' } } }),
  coupon: shows(offers('P0'), { answers: { [couponsAt]: fifteenPercent(null) } }),
  'including-vat': shows(
    offers('P0', {
      packages: [
        packageCard({ id: 2061, name: 'ESSENTIALS', cents: 15_000, vat: 2_500 }),
        packageCard({ id: 2063, name: 'PREMIUM', cents: 21_000, vat: 3_500 }),
      ],
    }),
    { session: { ...sessionAfter(2), stepOneValues: { ...stepOneValues, countryCode: '+44' } } },
  ),
  'co-parents-choice': shows(offers('P0', { coParentPackageId: 1002 })),
  'offer-ends': shows(offers('P0'), { answers: { [couponsAt]: fifteenPercent('2030-01-31T23:00:00.000Z') } }),
  'offer-on-other-plans': shows(offers('P0'), {
    answers: { [couponsAt]: fifteenPercent('2030-01-31T23:00:00.000Z', groups.P1) },
  }),
  'offer-ended': shows(offers('P0'), { answers: { [couponsAt]: fifteenPercent('2020-01-31T23:00:00.000Z') } }),
};
