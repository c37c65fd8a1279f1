import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookStoreDomains, codeSpellingOf, emailSpellingOf, spellingOf } from '#tests/setup/spellings.ts';
import { normaliseProofCode } from '../account/proof-code.ts';
import { typedCode } from '../api/prices.ts';
import { normaliseRecoveryCode } from '../sign-in/second-factor.ts';
import { normaliseUsername } from '../sign-in/username.ts';
import { address } from '../sign-up/your-details.ts';
import { email, name } from './fields.ts';
import { contactIssue } from './no-contact.ts';
import { postalCodeForm } from './postal-codes.ts';
import { emailForm, normaliseCharacters, normaliseEmail, normaliseText, sameEmail } from './typed-text.ts';

const always = <Value>(spelling: fc.Arbitrary<Value>, check: (typed: Value) => void) =>
  fc.assert(
    fc.property(spelling, (typed) => {
      check(typed);
    }),
    { numRuns: 200 },
  );

describe('texts in another spelling', () => {
  it('S3: each normalisation is idempotent, whatever the characters', () => {
    const forms = [normaliseText, normaliseCharacters, normaliseUsername, emailForm, normaliseEmail];
    const odd = fc.constantFrom(
      '\u200d',
      '\u200c',
      '\u200b',
      '\ufe0f',
      '\u0301',
      'क',
      'e',
      '❤',
      '"',
      ' ',
      '\u3002',
      '@',
    );
    const typed = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(odd).map((parts) => parts.join('')),
    );
    always(typed, (text) => {
      for (const form of forms) expect(form(form(text))).toBe(form(text));
    });
  });

  it('S3: a name with combining accents is counted by its visible characters, and is stored composed', () => {
    always(spellingOf("José-María O'Núñez"), (typed) => expect(name.parse(typed)).toBe("José-María O'Núñez"));
    expect(name.safeParse('e\u0301'.repeat(20)).success).toBe(true);
  });

  it('S3: joiners are kept where they shape letters or emoji', () => {
    for (const typed of ['\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645', 'क्‍ष', 'Zoë ❤️', '👩🏽‍🚒 Ana'])
      expect(name.parse(typed)).toBe(typed);
    expect(name.parse('An\u200dna')).toBe('Anna');
  });

  it('S2: a mailbox is recognised however its domain is written', () => {
    always(emailSpellingOf('núria', bookStoreDomains), (typed) => {
      expect(email.parse(typed)).toBe('núria@xn--bcher-kva.example');
      expect(sameEmail(typed, 'NÚRIA@bücher.example')).toBe(true);
    });
  });

  it('S4: codes work as pasted', () => {
    always(codeSpellingOf('HALF-OFF0-DEMO'), (typed) => expect(typedCode.parse(typed)).toBe('HALF-OFF0-DEMO'));
    always(codeSpellingOf('K7QP-M2XW-9DAB'), (typed) => expect(normaliseRecoveryCode(typed)).toBe('K7QPM2XW9DAB'));
    always(codeSpellingOf('K7QP-M2XW-9DAB-CDEF'), (typed) =>
      expect(normaliseProofCode(typed)).toBe('K7QPM2XW9DABCDEF'),
    );
  });

  it.each([
    ['GB', 'sw1a1aa', 'SW1A 1AA'],
    ['GB', 'm1-1ae', 'M1 1AE'],
    ['GB', 'bfpo1234', 'BFPO 1234'],
    ['CA', 'h3z  2y7', 'H3Z 2Y7'],
    ['CA', 'Ｈ３Ｚ　２Ｙ７', 'H3Z 2Y7'],
    ['US', '55401 1234', '55401-1234'],
    ['US', '55401', '55401'],
    ['AU', ' 20 60', '2060'],
    ['NL', '1234ab', '1234 AB'],
    ['BR', '40301110', '40301-110'],
    ['HK', 'n/a', 'N/A'],
  ])('S5: in %s the postal code %s is stored and sent as %s', (country, typed, meant) => {
    const place = { line1: '1 High Street', city: 'Anytown', region: 'X', country };
    expect(address.parse({ ...place, postalCode: typed }).postalCode).toBe(meant);
    expect(postalCodeForm({ country, postalCode: meant })).toBe(meant);
  });

  it.each([
    ['4111 1111 1111 1111', 'too_many_digits', 'too_many_digits'],
    ['٤١١١١١١١١١١١١١١١', 'too_many_digits', 'too_many_digits'],
    ['Call 1-800-555-0199', 'contact', 'contact'],
    ['+1 612 555 0142', 'contact', 'contact'],
    ['evil。example', 'contact', 'contact'],
    ['evil．com', 'contact', 'contact'],
    ['www.bad.co now', 'contact', 'contact'],
    ['https://x', 'contact', 'contact'],
    ['ana@evil.org', 'contact', 'contact'],
    ['123-45 167th Avenue 2', 'contact', null],
    ['PO Box 1234567', 'contact', null],
    ["O'Brien-Núñez", null, null],
    ['Ma.Teresa St.John J.R.', null, null],
    ['Priv.de los Pinos 12-3', null, null],
    ['I liked it.it was good', null, null],
  ])('S6: %s: in a name %s, in an address line %s', (text, inName, inAddress) => {
    expect([contactIssue(text), contactIssue(text, 'address')]).toEqual([inName, inAddress]);
  });
});
