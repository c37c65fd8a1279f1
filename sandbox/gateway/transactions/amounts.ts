import { type ValidationError, validationError } from '../validation-errors.ts';

const amountPattern = /^(-?)(\d{1,9})(?:\.(\d{1,2}))?$/;
const largestAmountCents = 99_999_999_99;

/** `'12.3'` → 1230. Integer cents, or the gateway's error for that field. */
export function parseAmount(text: string | null): { cents: number } | { error: ValidationError } {
  if (text === null || text === '') return { error: validationError('transaction', 'amount', '81502') };
  const match = amountPattern.exec(text);
  if (!match) return { error: validationError('transaction', 'amount', '81503') };
  const [, sign, whole = '0', fraction = ''] = match;
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  if (sign === '-') return { error: validationError('transaction', 'amount', '81501') };
  if (cents === 0) return { error: validationError('transaction', 'amount', '81531') };
  if (cents > largestAmountCents) return { error: validationError('transaction', 'amount', '81528') };
  return { cents };
}

/** 1230 → `'12.30'`. */
export function formatAmount(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
