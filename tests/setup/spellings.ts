import fc from 'fast-check';

/** The same text as keyboards, spreadsheets and other programs write it. */
const marks = ['', '', '', '\u200b', '\u00ad', '\u2060', '\ufeff', '\u202a'];
const written: Record<string, readonly string[]> = {
  "'": ["'", '\u2019', '\u2018', '\u00b4'],
  '-': ['-', '\u2013', '\u2011', '\u2212'],
  ' ': [' ', '\u00a0', '  ', '\u2009'],
};

const character = (one: string) =>
  fc
    .tuple(fc.constantFrom(...(written[one] ?? [one, one.normalize('NFD')])), fc.constantFrom(...marks))
    .map((parts) => parts.join(''));

/** A name, an address line, a note. */
export const spellingOf = (text: string) =>
  fc
    .tuple(fc.constantFrom('', ' ', '\u00a0'), ...[...text].map(character), fc.constantFrom('', '  ', '\u200b'))
    .map((parts) => parts.join(''));

const fullWidth = (text: string) =>
  text.replaceAll(/[!-~]/g, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0));

/** A code, also pasted with its quotes, or typed on a full-width keyboard. */
export const codeSpellingOf = (code: string) =>
  fc.oneof(
    spellingOf(code),
    spellingOf(code).map((typed) => `\u201c${typed}\u201d`),
    fc.constant(fullWidth(code)),
  );

/** `domains`: spellings of one domain. */
export const emailSpellingOf = (name: string, domains: readonly string[]) =>
  fc
    .tuple(spellingOf(name), fc.constantFrom('@', '\uff20'), fc.constantFrom(...domains))
    .map(([local, at, domain]) => `${local.trim()}${at}${domain} `);

export const bookStoreDomains = [
  'b\u00fccher.example',
  'bu\u0308cher.example',
  'xn--bcher-kva.example',
  'B\u00dcCHER.Example',
  'b\u00fccher\u3002example',
  'b\u00fccher\uff0eexample',
];

/** One Mexican mobile as written in address books, with the country chosen beside it. */
export const mexicanPhones: readonly { phoneCountryCode: string; phoneNumber: string }[] = [
  '5512345678',
  '15512345678',
  '0445512345678',
  '015512345678',
  '0455512345678',
  '55 1234\u20135678',
  '\uff15\uff15\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18',
  '+52 55 1234 5678',
  '+5215512345678',
  '52 1 55 1234 5678',
].map((phoneNumber) => ({ phoneCountryCode: phoneNumber.startsWith('+') ? '+1' : '+52', phoneNumber }));
