/**
 * The code in `#code=K7QPM-2XW9D`, as the square on a letter has it; null when the fragment is about something else.
 */
export function letterCodeOf(hash: string): string | null {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get('code');
  return code !== null && /^[\w-]{1,64}$/.test(code) ? code : null;
}
