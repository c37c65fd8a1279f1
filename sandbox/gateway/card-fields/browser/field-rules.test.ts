import { describe, expect, it } from 'vitest';
import { formatNumber, judgeNumber } from './card-number.ts';
import { possibleCards } from './card-types.ts';
import { caretAfter } from './caret.ts';
import { formatExpiration, judgeExpiration, readExpiration, shortenExpiration } from './expiration-date.ts';
import { formatCode, judgeCode } from './security-code.ts';

const brands = ['visa', 'master-card', 'discover', 'american-express'];
const types = (digits: string) => possibleCards(digits).map(({ type }) => type);

describe('card types', () => {
  it.each([
    ['', ['visa', 'master-card', 'discover', 'american-express']],
    ['4', ['visa']],
    ['5', ['master-card']],
    ['50', []],
    ['55', ['master-card']],
    ['56', []],
    ['22', ['master-card']],
    ['2220', []],
    ['2221', ['master-card']],
    ['2720', ['master-card']],
    ['2721', []],
    ['3', ['american-express']],
    ['34', ['american-express']],
    ['36', []],
    ['6', ['discover']],
    ['643', []],
    ['644', ['discover']],
    ['6011', ['discover']],
    ['6012', []],
    ['65', ['discover']],
    ['9', []],
  ])('of a number starting with "%s" are %j', (digits, expected) => {
    expect(types(digits)).toEqual(expected);
  });
});

describe('card number', () => {
  it.each([
    ['4111-1111 1111.1111', '4111 1111 1111 1111'],
    ['378282246310005', '3782 822463 10005'],
    ['37828224631000599', '3782 822463 10005'],
    ['5555555555554444999', '5555 5555 5555 4444'],
    ['  4111', '4111'],
    ['abc', ''],
  ])('UX5: shows "%s" as "%s"', (typed, shown) => {
    expect(formatNumber(typed)).toBe(shown);
  });

  it.each([
    '4111111111111111',
    '4005519200000004',
    '4012888888881881',
    '5555555555554444',
    '2223000048400011',
    '378282246310005',
    '6011000991300009',
  ])('accepts %s', (text) => {
    expect(judgeNumber({ text, brands })).toEqual({ isValid: true, isPotentiallyValid: true });
  });

  it.each([
    ['41', true],
    ['411111111111111', true],
    ['378282246310006', false],
    ['9', false],
    ['5555555555554445', false],
    ['4111111111111112', true],
  ])('rejects %s; it may still become valid: %s', (text, isPotentiallyValid) => {
    expect(judgeNumber({ text, brands })).toEqual({ isValid: false, isPotentiallyValid });
  });

  it('rejects a brand that the merchant does not accept', () => {
    expect(judgeNumber({ text: '378282246310005', brands: ['visa'] })).toEqual({
      isValid: false,
      isPotentiallyValid: false,
    });
  });
});

describe('expiration date', () => {
  const now = new Date(2026, 10, 21);

  it.each([
    ['1', '1'],
    ['5', '05/'],
    ['12', '12'],
    ['12/', '12/'],
    ['1/', '01/'],
    ['1/27', '01/27'],
    ['1227', '12/27'],
    ['12 / 27', '12/27'],
    ['12-27', '12/27'],
    ['122027', '12/2027'],
    ['12/2027', '12/2027'],
    ['12279', '12/27'],
    ['0', '0'],
  ])('UX5: shows "%s" as "%s"', (typed, shown) => {
    expect(formatExpiration(typed)).toBe(shown);
  });

  it.each([
    ['11/26', true, true],
    ['10/26', false, false],
    ['12/2027', true, true],
    ['11/45', true, true],
    ['12/46', false, false],
    ['13', false, false],
    ['00', false, false],
    ['1', false, true],
    ['12/2', false, true],
    ['12/20', false, true],
  ])('judges %s: valid %s, may become valid %s', (text, isValid, isPotentiallyValid) => {
    expect(judgeExpiration({ text, now })).toEqual({ isValid, isPotentiallyValid });
  });

  it('accepts two- and four-digit years, and is shortened when the field is left', () => {
    expect(readExpiration('03/31')).toEqual({ expirationMonth: '03', expirationYear: '2031' });
    expect(readExpiration('03/2031')).toEqual({ expirationMonth: '03', expirationYear: '2031' });
    expect(readExpiration('03/3')).toBeNull();
    expect(shortenExpiration('03/2031')).toBe('03/31');
  });
});

describe('security code', () => {
  it('has the length that its brand requires', () => {
    const [visa, amex] = [possibleCards('4'), possibleCards('34')];
    expect(judgeCode({ text: '123', cards: visa }).isValid).toBe(true);
    expect(judgeCode({ text: '1234', cards: visa }).isValid).toBe(false);
    expect(judgeCode({ text: '123', cards: amex }).isValid).toBe(false);
    expect(judgeCode({ text: '1234', cards: amex }).isValid).toBe(true);
    expect(formatCode({ text: '12a345', cards: visa })).toBe('123');
    expect(formatCode({ text: '12345', cards: [] })).toBe('1234');
  });
});

describe('caret', () => {
  it('stays after the same digit', () => {
    expect(caretAfter({ before: '41911 1111', caret: 3, after: '4191 1111 1' })).toBe(3);
    expect(caretAfter({ before: '41111', caret: 5, after: '4111 1' })).toBe(6);
    expect(caretAfter({ before: '4111 91111', caret: 6, after: '4111 9111 1' })).toBe(6);
  });
});
