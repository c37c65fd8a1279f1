/** Whether a tagged PDF says a text: plain when all of it is ASCII, otherwise as UTF-16. */
export function holds(pdf: Buffer, text: string): boolean {
  const ascii = /^[ -~]*$/.test(text);
  return pdf.includes(ascii ? Buffer.from(`/ActualText (${text})`) : Buffer.from(text, 'utf16le').swap16());
}
