import type { BundleOffer, CodeBundle } from '#contract/api/professionals/code-bundles.ts';
import type { MockState } from '../../mock-state.ts';
import { unpaidOrders } from '../../unpaid-orders-fixture.ts';

export { Screen } from '#web/features/professional/codes/SubscriptionCodes.tsx';

const list = 'GET /v2/professional/code-bundles';
const five: BundleOffer = {
  packageId: 1001,
  planName: 'Essentials, one year',
  size: 5,
  percentOff: 5,
  faceCents: 14_400,
  faceFormatted: 'US$144.00',
  listFormatted: 'US$720.00',
  discountFormatted: 'US$36.00',
  totalCents: 68_400,
  totalFormatted: 'US$684.00',
};
const ten: BundleOffer = {
  ...five,
  size: 10,
  percentOff: 10,
  listFormatted: 'US$1,440.00',
  discountFormatted: 'US$144.00',
  totalCents: 129_600,
  totalFormatted: 'US$1,296.00',
};
const bundle: CodeBundle = {
  bundleId: '019f0000-0000-7000-8000-000000000201',
  planName: 'Essentials, one year',
  size: 5,
  boughtOn: '2026-11-21',
  paidFormatted: 'US$684.00',
  unused: 1,
  balanceFormatted: 'US$216.00',
  codesToShow: true,
  refund: { codes: 1, amount: 13_680, amountFormatted: 'US$136.80', until: '2026-12-21' },
  codes: [
    { masked: '…7QPM', amountFormatted: 'US$144.00', remainingFormatted: 'US$144.00', state: 'UNUSED', uses: [] },
    {
      masked: '…2XW9',
      amountFormatted: 'US$144.00',
      remainingFormatted: 'US$72.00',
      state: 'PARTLY_USED',
      uses: [{ usedOn: '2026-11-22', initials: 'M. O.' }],
    },
    {
      masked: '…D4FK',
      amountFormatted: 'US$144.00',
      remainingFormatted: 'US$0.00',
      state: 'USED',
      uses: [{ usedOn: '2026-11-23', initials: 'J. R.' }],
    },
  ],
};
const answer = (bundles: CodeBundle[]) => ({ data: { offers: [five, ten], bundles, billingCountry: 'US' } });

export const states: Record<string, MockState> = {
  none: { answers: { [list]: answer([]) } },
  bought: {
    answers: {
      [list]: answer([bundle, { ...bundle, bundleId: '019f0000-0000-7000-8000-000000000202', codesToShow: false }]),
    },
  },
  unpaid: { answers: { [list]: answer([{ ...bundle, codesToShow: false }]), ...unpaidOrders } },
  withdrawn: {
    answers: {
      [list]: answer([
        {
          ...bundle,
          codesToShow: false,
          unused: 0,
          codes: bundle.codes.map((code) =>
            code.state === 'UNUSED' ? { ...code, remainingFormatted: 'US$0.00', state: 'WITHDRAWN' } : code,
          ),
        },
      ]),
    },
  },
  loading: { answers: { [list]: 'never' } },
  failed: { answers: { [list]: { problem: { code: 'BUSY', status: 503 } } } },
};
