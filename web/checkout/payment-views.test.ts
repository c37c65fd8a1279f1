import { describe, expect, it } from 'vitest';
import { furthestStep, isOpen, type PaymentStep, type PaymentView, searchOf, viewOf } from './payment-views.ts';

const open: Record<PaymentStep, PaymentView[]> = {
  0: ['BILLING'],
  1: ['BILLING', 'PAYMENT'],
  2: ['BILLING', 'PAYMENT', 'REVIEW'],
};

describe('views of the payment page', () => {
  it.each([0, 1, 2] as const)('2.8-3: open one after the other: after step %i', (done) => {
    expect((['BILLING', 'PAYMENT', 'REVIEW'] as const).filter((view) => isOpen(view, done))).toEqual(open[done]);
  });

  it.each([
    ['?view=review', 2, 'REVIEW'],
    ['?view=review', 1, 'PAYMENT'],
    ['?view=review', 0, 'BILLING'],
    ['?view=payment', 0, 'BILLING'],
    ['?view=nonsense', 2, 'BILLING'],
    ['', 2, 'BILLING'],
  ] as const)('an address %j after step %i shows %s', (search, done, view) => {
    expect(viewOf(search, done)).toBe(view);
  });

  it('each have an address that leads back to them', () => {
    for (const view of open[2]) expect(viewOf(searchOf(view), 2)).toBe(view);
  });

  it('stay open when somebody goes back and does an earlier stage again', () => {
    expect(furthestStep(2, 1)).toBe(2);
    expect(furthestStep(0, 1)).toBe(1);
  });
});
