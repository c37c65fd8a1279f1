/** Whether a tagged PDF contains a text: plain if ASCII, otherwise UTF-16, with escaped brackets. */
export function pdfContains(pdf: Buffer, text: string): boolean {
  const isAscii = /^[ -~]*$/.test(text);
  const written = isAscii ? text : Buffer.from(text, 'utf16le').swap16().toString('latin1');
  const escaped = written.replaceAll(/[()\\]/g, String.raw`\$&`);
  return pdf.includes(Buffer.from(isAscii ? `/ActualText (${escaped})` : escaped, 'latin1'));
}
