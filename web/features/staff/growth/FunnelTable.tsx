import type { FunnelStep } from '#contract/api/staff/staff-funnel.ts';
import { DataTable } from '../DataTable.tsx';
import growth from './growth.module.css';
import { percent } from './growth-texts.ts';

const maxRefusals = 3;

/** A row per step with a decorative bar for the share in its cell. */
export function FunnelTable({ title, steps }: { title: string; steps: readonly FunnelStep[] }) {
  const startedCount = steps[0]?.reached ?? 0;
  const columns = ['Step', 'Reached', 'Stopped here', 'Refused here'];
  const rows = steps.map(({ step, reached, stopped, refusals }, position) => ({
    key: step,
    cells: [
      step,
      <ReachedCell key="reached" people={reached} share={startedCount === 0 ? 0 : reached / startedCount} />,
      position === steps.length - 1 ? 'the end' : `${stopped} (${percent(reached === 0 ? 0 : stopped / reached)})`,
      refusals.length === 0 ? 'nobody' : <Refusals key="refusals" refusals={refusals} />,
    ],
  }));
  return <DataTable label={title} columns={columns} rows={rows} />;
}

function ReachedCell({ people, share }: { people: number; share: number }) {
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
  const hiddenRefusals = refusals.length - maxRefusals;
  return (
    <ul className={growth.refusals}>
      {refusals.slice(0, maxRefusals).map(({ code, people, stopped }) => (
        <li key={code}>
          {people} with <code>{code}</code>, {stopped} went no further
        </li>
      ))}
      {hiddenRefusals > 0 && <li>and with {hiddenRefusals} others</li>}
    </ul>
  );
}
