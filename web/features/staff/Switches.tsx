import type { SwitchRow } from '#contract/api/staff-codes.ts';
import { useQuery } from '#web/api/use-query.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { Offers } from './Offers.tsx';
import { DataTable } from './DataTable.tsx';
import { Unavailable } from './Unavailable.tsx';
import { instant } from './staff-words.ts';
import style from './staff.module.css';

const rowOf = ({ key, describes, isOn, changedAt, by, reason }: SwitchRow) => ({
  key,
  cells: [describes, isOn ? 'On: so for everybody' : 'Off', `${instant(changedAt)} UTC`, by ?? '–', reason ?? '–'],
});

/** What can be taken away from everybody at once, and who did so and why. */
export function Switches() {
  const answer = useQuery('GET /v2/staff/switches', {});
  if (answer.state === 'loading') return <FormSkeleton />;
  if (answer.state === 'failed') return <Unavailable problem={answer.problem} onRetry={answer.retry} />;
  const { switches, offers } = answer.data;
  return (
    <div className={style.columns}>
      <div className={style.page}>
        <PageHeading>Switches</PageHeading>
        <p className={style.soft}>Each takes something away from everybody within ten seconds.</p>
        <DataTable label="Switches" columns={['What', 'State', 'Since', 'By', 'Why']} rows={switches.map(rowOf)} />
      </div>
      <Offers heading="What can be done" userId={null} offers={offers} onDone={() => void answer.refresh()} />
    </div>
  );
}
