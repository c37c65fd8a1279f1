import type { ReactNode } from 'react';
import { ColumnHeads } from '#web/ui/ColumnHeads.tsx';
import tables from './queues.module.css';

/** `cells`: one per column; the first names the row. */
export type DataRow = { key: string | number; cells: readonly ReactNode[] };
type Props = { label: string; columns: readonly string[]; rows: readonly DataRow[] };

/** A table that becomes a list of cards on a narrow screen. */
export function DataTable({ label, columns, rows }: Props) {
  if (rows.length === 0) return <p>None yet.</p>;
  return (
    <table className={tables.table} aria-label={label}>
      <ColumnHeads columns={columns} />
      <tbody>
        {rows.map(({ key, cells: [name, ...cells] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={columns[at + 1]} data-label={columns[at + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
