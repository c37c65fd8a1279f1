import { describe, expect, it } from 'vitest';
import { digitsOnly, phoneOf } from './phone-input.ts';

const codes = ['+1', '+44', '+52', '+61', '+64', '+354'];

describe('a phone field', () => {
  it('UX5: keeps digits alone of what is typed or pasted', () => {
    expect(digitsOnly({ text: '(612) 555-01a42', caret: 15 })).toEqual({ text: '6125550142', caret: 10 });
  });

  it('leaves the caret after the digit it was after', () => {
    expect(digitsOnly({ text: '61x25550142', caret: 3 })).toEqual({ text: '6125550142', caret: 2 });
  });

  it.each([
    ['+44 20 7946 0018', '+1', '+44', '2079460018'],
    ['+44 (0)20 7946 0018', '+1', '+44', '2079460018'],
    ['0044 20 7946 0018', '+1', '+44', '2079460018'],
    ['011 44 20 7946 0018', '+1', '+44', '2079460018'],
    ['0011 44 20 7946 0018', '+61', '+44', '2079460018'],
    ['00 1 612 555 0142', '+44', '+1', '6125550142'],
    ['1 (612) 555-0142', '+1', '+1', '6125550142'],
    ['020 7946 0018', '+44', '+44', '2079460018'],
    ['0412 345 678', '+61', '+61', '412345678'],
    ['021 123 4567', '+64', '+64', '211234567'],
    ['6125550142', '+1', '+1', '6125550142'],
    ['1234567890', '+1', '+1', '1234567890'],
    ['1 55 1234 5678', '+52', '+52', '5512345678'],
    ['044 55 1234 5678', '+52', '+52', '5512345678'],
    ['01 55 1234 5678', '+52', '+52', '5512345678'],
    ['+52 1 55 1234 5678', '+1', '+52', '5512345678'],
    ['06 12 34 56 78', '+33', '+33', '0612345678'],
    ['+99 123', '+44', '+44', '+99123'],
  ])('F4: the phone %s under %s is that of %s: %s', (text, code, meant, number) => {
    expect(phoneOf({ text, code, codes, isComplete: true })).toEqual({ code: meant, number });
    const typed = [...text].reduce<{ code: string; number: string }>(
      (before, character) => phoneOf({ text: before.number + character, code: before.code, codes, isComplete: false }),
      { code, number: '' },
    );
    expect(phoneOf({ text: typed.number, code: typed.code, codes, isComplete: true })).toEqual({ code: meant, number });
  });

  it('F4: waits for the rest of a country code that may become another, and ignores a plus anywhere else', () => {
    expect(phoneOf({ text: '+3', code: '+1', codes, isComplete: false })).toEqual({ code: '+1', number: '+3' });
    expect(phoneOf({ text: '+', code: '+1', codes, isComplete: false })).toEqual({ code: '+1', number: '+' });
    expect(phoneOf({ text: '61+2', code: '+1', codes, isComplete: false })).toEqual({ code: '+1', number: '612' });
  });
});
