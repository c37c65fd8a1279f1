import { describe, expect, it } from 'vitest';
import type { Paid } from '#contract/api/payments.ts';
import { saleAddress } from './affiliate-tag.ts';
import { receiptOf } from './receipt-of.ts';

const paid = (packageId: number, clickToJoinToken: string | null = null) =>
  ({ clickToJoinToken, registration: { order: { packageId } } }) as Paid;

describe('the receipt', () => {
  it('shows after payment and credentials', () => {
    expect(receiptOf({ paymentRes: paid(1001), selectedPackageId: 1001 }).verdict).toBe('show');
  });

  it('is not there any more after a reload', () => {
    expect(receiptOf({ paymentRes: null, selectedPackageId: null }).verdict).toBe('reloaded');
  });

  it('does not show for another package than was chosen', () => {
    expect(receiptOf({ paymentRes: paid(1002), selectedPackageId: 1001 })).toEqual({ verdict: 'mismatch', paid: null });
  });

  it('comes after the credentials, for it ends the session', () => {
    expect(receiptOf({ paymentRes: paid(1001, 'token'), selectedPackageId: 1001 }).verdict).toBe('credentials_first');
  });

  it('tells the affiliate the order and the sub-total after discount, and nothing else', () => {
    const url = new URL(saleAddress('https://affiliate.example/sale.js', { transactionId: 'p31p1z9p', subTotalCents: 34_500 }));
    expect(Object.fromEntries(url.searchParams)).toEqual({ transactionId: 'p31p1z9p', subTotal: '345.00' });
  });
});
