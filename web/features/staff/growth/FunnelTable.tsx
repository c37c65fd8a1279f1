import type { FunnelStep } from '#contract/api/staff-funnel.ts';
import queueStyle from '../queues.module.css';
import growth from './growth.module.css';
import { percent } from './words.ts';

const columns = ['Came to it', 'Went no further', 'Refused here'] as const;
const mostRefusals = 3;

/** A row for each step, with a bar as long as the share that came to it; the cell says the same. */
export function FunnelTable({ title, steps }: { title: string; steps: readonly FunnelStep[] }) {
  const all = steps[0]?.reached ?? 0;
  return (
    <table className={queueStyle.table} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">Step</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {steps.map(({ step, reached, stopped, refusals }, position) => (
          <tr key={step}>
            <th scope="row">{step}</th>
            <td data-label={columns[0]}>
              {reached} ({percent(all === 0 ? 0 : reached / all)})
              <span className={growth.bar} aria-hidden="true">
                <span style={{ inlineSize: `${all === 0 ? 0 : (reached / all) * 100}%` }} />
              </span>
            </td>
            <td data-label={columns[1]}>
              {position === steps.length - 1
                ? 'the end'
                : `${stopped} (${percent(reached === 0 ? 0 : stopped / reached)})`}
            </td>
            <td data-label={columns[2]}>{refusals.length === 0 ? 'nobody' : <Refusals refusals={refusals} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Refusals({ refusals }: Pick<FunnelStep, 'refusals'>) {
  const further = refusals.length - mostRefusals;
  return (
    <ul className={growth.refusals}>
      {refusals.slice(0, mostRefusals).map(({ code, people, stopped }) => (
        <li key={code}>
          {people} with <code>{code}</code>, {stopped} went no further
        </li>
      ))}
      {further > 0 && <li>and with {further} others</li>}
    </ul>
  );
}
