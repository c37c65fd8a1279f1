/**
 * Whether a tagged PDF says a text: plain when all of it is ASCII, otherwise as UTF-16. Brackets stand behind a
 * backslash.
 */
export function holds(pdf: Buffer, text: string): boolean {
  const isAscii = /^[ -~]*$/.test(text);
  const written = isAscii ? text : Buffer.from(text, 'utf16le').swap16().toString('latin1');
  const escaped = written.replaceAll(/[()\\]/g, String.raw`\$&`);
  return pdf.includes(Buffer.from(isAscii ? `/ActualText (${escaped})` : escaped, 'latin1'));
}
