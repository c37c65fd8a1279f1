import { expect, test } from 'vitest';
import { letterCodeOf } from './letter-code.ts';

test('L8 the QR code on a letter fills in its code, and nothing else does', () => {
  expect(letterCodeOf('#code=K7QPM-2XW9D')).toBe('K7QPM-2XW9D');
  for (const hash of ['', '#main', '#token=a&user=b', '#code=', '#code=%3Cscript%3E', `#code=${'A'.repeat(65)}`]) {
    expect(letterCodeOf(hash)).toBeNull();
  }
});
