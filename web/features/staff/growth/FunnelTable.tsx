import type { FunnelStep } from '#contract/api/staff-funnel.ts';
import { DataTable } from '../DataTable.tsx';
import growth from './growth.module.css';
import { percent } from './words.ts';

const mostRefusals = 3;

/** A row for each step, with a bar as long as the share that came to it; the cell says the same. */
export function FunnelTable({ title, steps }: { title: string; steps: readonly FunnelStep[] }) {
  const all = steps[0]?.reached ?? 0;
  const columns = ['Step', 'Came to it', 'Went no further', 'Refused here'];
  const rows = steps.map(({ step, reached, stopped, refusals }, position) => ({
    key: step,
    cells: [
      step,
      <Reached key="reached" people={reached} share={all === 0 ? 0 : reached / all} />,
      position === steps.length - 1 ? 'the end' : `${stopped} (${percent(reached === 0 ? 0 : stopped / reached)})`,
      refusals.length === 0 ? 'nobody' : <Refusals key="refusals" refusals={refusals} />,
    ],
  }));
  return <DataTable label={title} columns={columns} rows={rows} />;
}

function Reached({ people, share }: { people: number; share: number }) {
  return (
    <>
      {people} ({percent(share)})
      <span className={growth.bar} aria-hidden="true">
        <span style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </>
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
