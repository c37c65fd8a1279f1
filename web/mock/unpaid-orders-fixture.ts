import type { listUnpaidOrders } from '#contract/api/professionals/unpaid-orders.ts';
import type { AnswerOf } from '#contract/api/route.ts';

const data: AnswerOf<typeof listUnpaidOrders> = {
  billingCountry: 'US',
  orders: [
    {
      orderId: '019f0000-0000-7000-8000-000000000301',
      purpose: 'CODE_BUNDLE',
      name: '5 codes for Essentials, one year, 5% off',
      until: '2026-11-30',
      lines: [
        {
          kind: 'PACKAGE',
          name: 'CODE_BUNDLE',
          label: '5 codes for Essentials, one year, 5% off',
          amount: 68_400,
          amountFormatted: 'US$684.00',
        },
      ],
      total: 68_400,
      totalFormatted: 'US$684.00',
    },
  ],
};

/** A bundle whose payment was declined later, to be paid again. */
export const unpaidOrders = { 'GET /v2/professional/unpaid-orders': { data } };
