import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stepTwo } from '../professionals/professional.ts';
import { addressLine1, addressLine2, city, name, optionalLines, optionalText } from './fields.ts';

const errorsOf = (result: { success: boolean; error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message) ?? [];

/** What names consist of, in many scripts: letters with their marks, spaces and punctuation between them. */
const letters = ['a', 'É', 'Þ', 'ø', 'ß', 'e\u0301', '李', '山', 'ع', 'د', 'ש', 'कि', 'ก็', '가', 'Я', 'ა', '\u{20BB7}'];
const between = ["'", '-', ' ', '. ', ', ', '·', ' (', '/', ' & '];
const realName = fc
  .tuple(
    fc.constantFrom(...letters),
    fc.array(fc.tuple(fc.constantFrom('', ...between), fc.constantFrom(...letters)), { minLength: 1, maxLength: 4 }),
  )
  .map(([first, rest]) => first + rest.flat().join(''));

const breaking = [
  '\n',
  '\r',
  '\t',
  '\v',
  '\f',
  '\0',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\ud800',
  '\uffff',
];
const invisible = [
  ' ',
  '\u00a0',
  '\u200b',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u3164',
  '\u2800',
  '\u202e',
  '\u0301',
];

describe('P7: names and other texts of one line', () => {
  test('P7: real names of any script stay as they are typed', () => {
    fc.assert(
      fc.property(realName, (typed) => {
        expect(name.parse(typed)).toBe(typed.normalize('NFC'));
      }),
      { numRuns: 300 },
    );
    for (const typed of ["O'Brien-Þórsson", '李小龙', 'محمد علی', 'Zoë 🙂', 'José-María'])
      expect(name.parse(typed)).toBe(typed);
  });

  test('P7: a line feed, tab or line separator is rejected anywhere in the text', () => {
    const fields = {
      name,
      addressLine1,
      addressLine2,
      city,
      practice: stepTwo.shape.practiceName,
      cardholder: optionalText({ max: 120, error: 'too_long' }),
    };
    fc.assert(
      fc.property(realName, realName, fc.constantFrom(...breaking), (before, after, mark) => {
        for (const field of Object.values(fields))
          expect(errorsOf(field.safeParse(`${before}${mark}${after}`))).toContain('characters');
      }),
      { numRuns: 100 },
    );
  });

  test('P7: invisible characters alone count as empty', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...invisible), { minLength: 2, maxLength: 10 }), (marks) => {
        expect(errorsOf(name.safeParse(marks.join('')))).toContain('required');
        expect(addressLine2.parse(marks.join(''))).toBe('');
      }),
      { numRuns: 100 },
    );
  });

  test('P7: bidirectional control characters are removed', () => {
    expect(name.parse('An\u202ea\u2066')).toBe('Ana');
  });

  test('P7: an explanation allows line breaks, no other control character', () => {
    const lines = optionalLines({ max: 200, error: 'max_200' });
    expect(lines.parse('A friend\r\ntold me')).toBe('A friend\ntold me');
    expect(errorsOf(lines.safeParse('A friend\ttold me'))).toEqual(['characters']);
  });
});
