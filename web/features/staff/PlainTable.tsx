import tables from './queues.module.css';

type Props = { label: string; columns: readonly string[]; rows: readonly (readonly string[])[] };

/** Rows of texts; the first of each names it. */
export function PlainTable({ label, columns, rows }: Props) {
  if (rows.length === 0) return <p>None yet.</p>;
  return (
    <table className={tables.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
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
