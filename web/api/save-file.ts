import { csvOf } from '#contract/fields/csv.ts';

/** A table for a spreadsheet. The byte order mark tells Excel that it is UTF-8. */
export function saveTable({ rows, name }: { rows: readonly (readonly string[])[]; name: string }): void {
  saveFile({ content: `\uFEFF${csvOf(rows)}`, type: 'text/csv;charset=utf-8', name });
}

/** Saves bytes as a file in the browser, without sending them anywhere. */
export function saveFile({ content, type, name }: { content: BlobPart; type: string; name: string }): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Saves a PDF that came base64-encoded in a response. */
export function saveBase64Pdf(base64: string, name: string): void {
  const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  saveFile({ content, type: 'application/pdf', name });
}
