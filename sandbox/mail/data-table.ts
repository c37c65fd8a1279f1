import { html, type Markup } from './page.ts';

type Table = { labelledBy: string; heads: readonly string[]; rows: readonly Markup[][] };

/** A table for wide screens that becomes a list on narrow ones: each cell names its column. */
export function dataTable({ labelledBy, heads, rows }: Table): Markup {
  const cell = (content: Markup, index: number) =>
    index === 0
      ? html`<th scope="row" data-label="${heads[index] ?? ''}">${content}</th>`
      : html`<td data-label="${heads[index] ?? ''}">${content}</td>`;
  return html`<div class="scroll" role="region" aria-labelledby="${labelledBy}" tabindex="0"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>`)}</tbody></table></div>`;
}
