/** Characters of PDF's built-in typefaces: Windows-1252. */
const inTypeface =
  /^[\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026]*$/u;

/** The built-in typefaces have a hyphen, but not the minus sign of our amounts. */
export const plain = (text: string) => text.replaceAll('\u2212', '-');

/** Letters that do not decompose into a letter and a diacritic. */
const strokes: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  Ħ: 'H',
  ŧ: 't',
  Ŧ: 'T',
  ı: 'i',
  ə: 'e',
};

/** `ễ` → `ê`: keeps as many diacritics as the typeface has a letter for. */
function simplified(letter: string): string {
  if (inTypeface.test(letter)) return letter;
  const parts = [...letter.normalize('NFD')];
  for (let kept = parts.length - 1; kept > 0; kept--) {
    const simpler = parts.slice(0, kept).join('').normalize('NFC');
    if (inTypeface.test(simpler)) return simpler;
  }
  return strokes[parts[0] ?? ''] ?? letter;
}

/** A text as it can be printed: `Łukasz Nguyễn` → `Lukasz Nguyên`. Copying and screen readers yield the original. */
export const printable = (text: string) => [...plain(text.normalize('NFC'))].map(simplified).join('');

/** Whether a text can be printed. One that cannot is left out rather than printed wrong. */
export const isWritable = (text: string): boolean => inTypeface.test(printable(text));

/** The same for a text that is printed in any case: what cannot be printed of it is left out, and seen to be. */
export const legible = (text: string): string =>
  [...printable(text)]
    .map((letter) => (inTypeface.test(letter) ? letter : '…'))
    .join('')
    .replaceAll(/…+/g, '…');

/** Whether every character is printed unchanged. */
export const isWhole = (text: string): boolean => inTypeface.test(plain(text));
