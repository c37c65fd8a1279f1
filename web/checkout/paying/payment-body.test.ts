import { expect, it } from 'vitest';
import type { Quote } from '#contract/api/prices.ts';
import { paymentBody } from './payment-body.ts';

const order = {
  quote: { totals: { total: 17_400, taxAmount: 0 }, taxId: 'none' } as Quote,
  order: { packageId: 1001, productId: null, services: [] },
  choice: { card: null, wallets: {} },
  method: 'PAYPAL',
  person: { firstName: 'Marta', lastName: "O'Brien" },
  codes: [],
  payForCoparent: false,
  consent: { terms: true, marketing: false },
} as unknown as Omit<Parameters<typeof paymentBody>[0], 'invited'>;

it('F12: an invited parent’s payment says that no bank account pays it, Parent A’s does not mention one', () => {
  expect(paymentBody({ ...order, invited: true }).payment).toMatchObject({
    bankAccountNumber: null,
    bankRoutingNumber: null,
  });
  expect(
    Object.keys(paymentBody({ ...order, invited: false }).payment).filter((name) => name.startsWith('bank')),
  ).toEqual([]);
});
