import type { Shown } from '#contract/api/staff/staff-people.ts';
import style from './staff.module.css';

/** Personal data revealed by an action, until the page is left. */
export function RevealedData({ rows }: { rows: readonly Shown[] }) {
  return (
    <dl className={style.contact}>
      {rows.map(({ label, value }) => (
        <div key={`${label} ${value}`}>
          <dt>{label}</dt>
          <dd>{value || 'not known'}</dd>
        </div>
      ))}
    </dl>
  );
}
