import { Link } from 'react-router';
import type { ExperimentRow } from '#contract/api/staff/staff-experiments.ts';
import { useQuery } from '#web/api/use-query.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { DataTable } from '../DataTable.tsx';
import style from '../staff.module.css';
import { Unavailable } from '../Unavailable.tsx';
import { dayOf, stateText } from './growth-texts.ts';

/** All experiments of the code, the running ones first. */
export function Experiments() {
  const answer = useQuery('GET /v2/staff/experiments', {});
  return (
    <div className={style.page}>
      <PageHeading>Experiments</PageHeading>
      {answer.state === 'loading' && <FormSkeleton />}
      {answer.state === 'failed' && <Unavailable problem={answer.problem} onRetry={answer.retry} />}
      {answer.state === 'ready' && (
        <DataTable
          label="Experiments"
          columns={['Experiment', 'State', 'Shown to', 'Since']}
          rows={runningFirst(answer.data.experiments).map(rowOf)}
        />
      )}
    </div>
  );
}

const runningFirst = (rows: readonly ExperimentRow[]) =>
  rows.toSorted((one, other) => Number(other.state === 'running') - Number(one.state === 'running'));

const rowOf = (row: ExperimentRow) => ({
  key: row.key,
  cells: [
    <Link key="link" to={`/experiments/${row.key}`}>
      {row.describes}
    </Link>,
    stateText(row),
    row.audience.replaceAll('-', ' '),
    dayOf(row.changedAt),
  ],
});
