import { parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * The forms of typed texts as they were when `0200-texts-in-one-form.ts` was written. A migration does the same whenever
 * it runs: these are no longer changed, whatever becomes of the rules in `contract/fields`.
 */

const onlyInvisible = /^[\p{Z}\p{Cf}\p{M}\u2800]*$/u;
const visible = String.raw`(?!\p{Default_Ignorable_Code_Point})`;
const shaped = String.raw`${visible}[\p{Lo}\p{Extended_Pictographic}\p{Emoji_Modifier}]`;
const joiner = String.raw`[\u200c\u200d](?=${shaped}|${visible}\p{M})`;
const shaping = String.raw`(?<=${shaped}\p{M}{0,4})(?:\p{Variation_Selector}|${joiner})`;
const invisible = new RegExp(String.raw`(${shaping})|\p{Default_Ignorable_Code_Point}`, 'gu');

const folds: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4\uff07]/g, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033\uff02]/g, '"'],
  [/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-'],
  [/\p{Zs}+/gu, ' '],
];

export function normaliseText(value: string): string {
  const composed = value.replace(/\r\n?/g, '\n').normalize('NFC').replace(invisible, '$1').normalize('NFC');
  const text = folds.reduce((folded, [spellings, one]) => folded.replace(spellings, one), composed).trim();
  return onlyInvisible.test(text) ? '' : text;
}

const isDigit = (codePoint: number) => /^\p{Nd}$/u.test(String.fromCodePoint(codePoint));

function digitValue(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  let zero = codePoint;
  while (isDigit(zero - 1)) zero -= 1;
  return String((codePoint - zero) % 10);
}

function normaliseWord(value: string): string {
  return normaliseText(
    normaliseText(value)
      .normalize('NFKC')
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .replace(/(?![0-9])\p{Nd}/gu, digitValue),
  );
}

function normaliseCharacters(value: string): string {
  return normaliseWord(normaliseWord(value).replace(/^["' ]+|(?<!["' ])["' ]+$/g, ''));
}

export function emailForm(value: string): string {
  const [, name = '', domain] = /^(.*)@([^@]*)$/s.exec(normaliseCharacters(value)) ?? [];
  return domain === undefined ? normaliseCharacters(value) : `${name}@${asciiDomain(domain)}`;
}

function asciiDomain(typed: string): string {
  const domain = typed.replaceAll('\u3002', '.').toLowerCase();
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || !/[^\0-\x7f]/.test(domain)) return domain;
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
}

export function normaliseEmail(value: string): string {
  return emailForm(value).toLowerCase().normalize('NFC');
}

const separators = /[\s-]+/g;

const spellings: readonly { countries: string; separator: string; after: number; length?: number }[] = [
  { countries: 'GB GG JE IM FK GI GS IO PN SH TC', separator: ' ', after: -3 },
  { countries: 'BM SO', separator: ' ', after: 2 },
  { countries: 'CA CZ GR IE MT SE SK', separator: ' ', after: 3 },
  { countries: 'NL', separator: ' ', after: 4 },
  { countries: 'LB', separator: ' ', after: 4, length: 8 },
  { countries: 'BR', separator: '-', after: 5 },
  { countries: 'US AS GU MP PR VI', separator: '-', after: 5, length: 9 },
  { countries: 'JP', separator: '-', after: 3 },
  { countries: 'KY', separator: '-', after: 3 },
  { countries: 'IR', separator: '-', after: 5, length: 10 },
  { countries: 'PL', separator: '-', after: 2 },
  { countries: 'PT', separator: '-', after: 4 },
];

export function postalCodeForm({ country, postalCode }: { country: string; postalCode: string }): string {
  const typed = normaliseCharacters(postalCode).toUpperCase();
  const bare = typed.replace(separators, '');
  if (country === 'GB' && bare.startsWith('BFPO')) return bare.replace('BFPO', 'BFPO ').trim();
  const row = spellings.find(({ countries }) => countries.split(' ').includes(country));
  if (!row) return /^\d+$/.test(bare) ? bare : typed;
  if (bare.length <= Math.abs(row.after) || bare.length !== (row.length ?? bare.length)) return bare;
  return `${bare.slice(0, row.after)}${row.separator}${bare.slice(row.after)}`;
}

const exitCodes: Record<string, readonly string[]> = { '+1': ['011', '00'], '+61': ['0011'] };

function digitsAbroad(text: string, code: string): string | null {
  const compact = text.replace(/[^\d+]/g, '');
  const exit = ['+', ...(exitCodes[code] ?? ['00'])].find((start) => compact.startsWith(start));
  return exit === undefined ? null : compact.slice(exit.length).replace(/\D/g, '');
}

const prefixes: Record<string, RegExp> = {
  '+1': /^1(?=\d{10}$)/,
  '+44': /^0(?=\d{10}$)/,
  '+52': /^(?:(?:52)?1|01|04[45])(?=\d{10}$)/,
  '+54': /^9(?=\d{10}$)/,
  '+61': /^0(?=\d{9}$)/,
  '+64': /^0(?=\d{10}$)/,
};

type Phone = { code: string; number: string };

function withoutPrefix({ code, number }: Phone): string {
  return number.replace(prefixes[code] ?? '', '');
}

const phonePattern = /^[+\d\s().-]{1,40}$/;

export function phoneForm({ code, number }: Phone): Phone | null {
  const typed = normaliseCharacters(number);
  const from = code.replace(/\D/g, '');
  if (!phonePattern.test(typed) || from === '') return null;
  const abroad = digitsAbroad(typed, `+${from}`);
  const parsed = parsePhoneNumberFromString(abroad === null ? typed : `+${abroad}`, { defaultCallingCode: from });
  if (!parsed) return null;
  const digits = withoutPrefix({ code: `+${parsed.countryCallingCode}`, number: parsed.nationalNumber });
  const read = parsePhoneNumberFromString(`+${parsed.countryCallingCode}${digits}`) ?? parsed;
  return read.isPossible()
    ? { code: read.countryCallingCode, number: read.nationalNumber }
    : { code: from, number: typed.replace(/[^\d+]/g, '').replace(/^0+(?=\d)/, '') };
}
