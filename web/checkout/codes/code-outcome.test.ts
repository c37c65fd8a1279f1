import { describe, expect, it } from 'vitest';
import { codeOutcome } from './code-outcome.ts';

const noCodes = { refusedCodes: [], paymentCodeDetails: [], couponDetail: null };
const coupon = { couponCode: 'WELCOME10', description: '', discount: 1, discountFormatted: 'US$0.01' };

describe('a typed code', () => {
  it('is refused with the reason the price gives', () => {
    const refused = {
      ...noCodes,
      refusedCodes: [{ code: 'OLD', reason: 'code_expired', text: 'This code has expired' }],
    };
    expect(codeOutcome(refused, 'old')).toEqual({ kind: 'refused', text: 'This code has expired' });
  });

  it('counts as an activation code, however it was spaced', () => {
    const counted = {
      ...noCodes,
      paymentCodeDetails: [{ code: 'FULL-1YR0-DEMO', amount: 1, amountFormatted: 'US$0.01' }],
    };
    expect(codeOutcome(counted, 'full 1yr0 demo').kind).toBe('applied');
  });

  it('counts as a promo code', () => {
    expect(codeOutcome({ ...noCodes, couponDetail: coupon }, 'welcome10').kind).toBe('applied');
  });

  it('counts as valid when a better discount applies', () => {
    expect(codeOutcome({ ...noCodes, couponDetail: coupon }, 'TWOYEARS').kind).toBe('better');
  });

  it('that the price does not mention is an invalid activation code (specification 5.6)', () => {
    expect(codeOutcome(noCodes, 'ANY').kind).toBe('unknown');
  });
});
