import type { CaseImportRow } from '#contract/api/professionals/case-imports.ts';
import { m } from '#messages/messages.js';
import { Badge } from '#web/ui/Badge.tsx';
import style from './import.module.css';

const rank = ({ errors, doubtful, duplicate }: CaseImportRow) =>
  errors.length > 0 ? 0 : doubtful.length > 0 ? 1 : duplicate ? 2 : 3;

/** The lines of a list: errors first, then doubtful letters, then skipped lines, then new families. */
export function PreviewRows({ rows }: { rows: readonly CaseImportRow[] }) {
  return (
    <ol className={style.rows} aria-label={m.pro_import_lines()}>
      {rows
        .toSorted((one, other) => rank(one) - rank(other) || one.line - other.line)
        .map((row) => (
          <Row key={row.line} row={row} />
        ))}
    </ol>
  );
}

function Row({ row }: { row: CaseImportRow }) {
  const { line, parents, errors, doubtful, duplicate } = row;
  return (
    <li className={style.row}>
      <span className={style.line}>{m.pro_import_line({ line })}</span>
      <span className={style.parents}>{parents.map((name) => name.trim() || '–').join(' / ')}</span>
      <State row={row} />
      {errors.length > 0 && (
        <ul className={style.errors}>
          {errors.map(({ column, text }) => (
            <li key={column}>{text}</li>
          ))}
        </ul>
      )}
      {doubtful.length > 0 && <p className={style.note}>{m.pro_import_doubtful({ texts: doubtful.join(', ') })}</p>}
      {duplicate && (
        <p className={style.note}>
          {duplicate === 'OPENED' ? m.pro_import_duplicate_opened() : m.pro_import_duplicate_in_file()}
        </p>
      )}
    </li>
  );
}

function State({ row: { errors, duplicate } }: { row: CaseImportRow }) {
  if (errors.length > 0) return <Badge tone="bad">{m.pro_import_state_wrong()}</Badge>;
  return duplicate ? (
    <Badge>{m.pro_import_state_left_out()}</Badge>
  ) : (
    <Badge tone="good">{m.pro_import_state_ready()}</Badge>
  );
}
