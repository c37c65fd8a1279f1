/** What typing or pasting leaves in a phone field: digits alone, the caret after the digit it was after. */
export function digitsOnly({ text, caret }: { text: string; caret: number }): { text: string; caret: number } {
  const strip = (part: string) => part.replace(/\D/g, '');
  return { text: strip(text), caret: strip(text.slice(0, caret)).length };
}

/**
 * A number pasted with its country: `+44 20 7946 0018` and the codes on offer give `{ code: '+44', number: '2079460018' }`.
 * The longest code that fits wins; without a plus, or with a code not on offer, nothing is given.
 */
export function splitInternational(text: string, codes: readonly string[]): { code: string; number: string } | null {
  const compact = text.trim().replace(/[^\d+]/g, '');
  if (!compact.startsWith('+')) return null;
  const fitting = codes.filter((code) => compact.startsWith(code)).sort((one, other) => other.length - one.length)[0];
  return fitting === undefined ? null : { code: fitting, number: compact.slice(fitting.length).replace(/\D/g, '') };
}
