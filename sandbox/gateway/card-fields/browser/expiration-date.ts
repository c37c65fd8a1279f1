import { digitsOf, type Verdict } from './card-number.ts';

/** The gateway accepts no card that expires more than this many years from now. */
const maxYearsAhead = 19;

/** `MM/YY`. A first digit above 1 is a whole month; a full year is kept while it is typed. */
export function formatExpiration(text: string): string {
  const [before = '', after] = text.split(/[/\-. ]+/).map(digitsOf);
  const lone = after !== undefined && before.length === 1 && before !== '0';
  const typed = lone ? `0${before}${after}` : digitsOf(text);
  const digits = /^[2-9]/.test(typed) ? `0${typed}` : typed;
  const month = digits.slice(0, 2);
  const year = digits.slice(2).slice(0, digits.slice(2).startsWith('20') ? 4 : 2);
  if (month.length < 2) return month;
  const separated = year !== '' || /[/\-. ]$/.test(text) || /^[2-9]/.test(typed);
  return separated ? `${month}/${year}` : month;
}

/** `12/2030` becomes `12/30`: for when the field is left. */
export function shortenExpiration(text: string): string {
  return text.replace(/^(\d\d)\/20(\d\d)$/, '$1/$2');
}

export type Expiration = { expirationMonth: string; expirationYear: string };

/** Two-digit month and four-digit year, or null while incomplete. */
export function readExpiration(text: string): Expiration | null {
  const match = /^(\d\d)\/(?:20)?(\d\d)$/.exec(text);
  return match?.[1] && match[2] ? { expirationMonth: match[1], expirationYear: `20${match[2]}` } : null;
}

/** A card is valid to the last day of its month. */
export function judgeExpiration({ text, now }: { text: string; now: Date }): Verdict {
  const month = text.slice(0, 2);
  if (month.length === 2 && (month < '01' || month > '12')) return { isValid: false, isPotentiallyValid: false };
  const read = readExpiration(text);
  if (!read) return { isValid: false, isPotentiallyValid: true };
  const months = (year: number, monthOfYear: number) => year * 12 + monthOfYear;
  const here = months(now.getFullYear(), now.getMonth() + 1);
  const there = months(Number(read.expirationYear), Number(read.expirationMonth));
  const isValid = there >= here && Number(read.expirationYear) <= now.getFullYear() + maxYearsAhead;
  return { isValid, isPotentiallyValid: isValid || /^\d\d\/20$/.test(text) };
}
