/** The code of `#code=K7QPM-2XW9D`, from the QR code of a letter; null if the fragment has none. */
export function letterCodeOf(hash: string): string | null {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get('code');
  return code !== null && /^[\w-]{1,64}$/.test(code) ? code : null;
}
