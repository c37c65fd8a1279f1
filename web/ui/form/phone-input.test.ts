import { describe, expect, it } from 'vitest';
import { digitsOnly, splitInternational } from './phone-input.ts';

describe('a phone field', () => {
  it('keeps digits alone of what is typed or pasted (UX5)', () => {
    expect(digitsOnly({ text: '(612) 555-01a42', caret: 15 })).toEqual({ text: '6125550142', caret: 10 });
  });

  it('leaves the caret after the digit it was after', () => {
    expect(digitsOnly({ text: '61x25550142', caret: 3 })).toEqual({ text: '6125550142', caret: 2 });
  });

  it('takes the country from a pasted international number', () => {
    expect(splitInternational('+44 20 7946 0018', ['+1', '+44', '+4'])).toEqual({ code: '+44', number: '2079460018' });
  });

  it('leaves a national number and an unknown country to the digits rule', () => {
    expect(splitInternational('020 7946 0018', ['+44'])).toBeNull();
    expect(splitInternational('+99 123', ['+44'])).toBeNull();
  });
});
