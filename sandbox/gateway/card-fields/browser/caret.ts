/** The caret's position after `before` became `after`: after the same number of digits, and past a new separator. */
export function caretAfter({ before, caret, after }: { before: string; caret: number; after: string }): number {
  if (caret >= before.length) return after.length;
  const wanted = before.slice(0, caret).replace(/\D/g, '').length;
  let seen = 0;
  let at = 0;
  while (at < after.length && seen < wanted) {
    if (/\d/.test(after[at] ?? '')) seen++;
    at++;
  }
  return at;
}
