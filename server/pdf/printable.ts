/** What the built-in typefaces of PDF can write: Windows-1252. */
const inTypeface =
  /^[\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026]*$/u;

/** The built-in typefaces have a hyphen where our amounts have a minus sign. */
export const plain = (text: string) => text.replaceAll('\u2212', '-');

/** Letters that are no other letter with a mark. */
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

/** `ễ` → `ê`: as many of its marks as there is a letter with. */
function simplified(letter: string): string {
  if (inTypeface.test(letter)) return letter;
  const parts = [...letter.normalize('NFD')];
  for (let kept = parts.length - 1; kept > 0; kept--) {
    const simpler = parts.slice(0, kept).join('').normalize('NFC');
    if (inTypeface.test(simpler)) return simpler;
  }
  return strokes[parts[0] ?? ''] ?? letter;
}

/** A text as it can be printed: `Łukasz Nguyễn` → `Lukasz Nguyên`. Who copies or hears it gets it as it is. */
export const printable = (text: string) => [...plain(text.normalize('NFC'))].map(simplified).join('');

/** Whether a text can be printed. One that cannot is left out rather than written wrong. */
export const isWritable = (text: string): boolean => inTypeface.test(printable(text));

/** Whether every letter is printed as it is. */
export const isWhole = (text: string): boolean => inTypeface.test(plain(text));
