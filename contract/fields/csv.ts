/**
 * A table as CSV (RFC 4180) that a spreadsheet never executes. A negative amount, `-9.00`, is a number, not a formula.
 */
const commands = /^(?:[=+@\t\r\n]|-(?!\d+\.\d\d$))/;

/** A cell that begins like a formula gets a leading apostrophe, which spreadsheets do not show. */
function cell(value: string): string {
  const safe = commands.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}
