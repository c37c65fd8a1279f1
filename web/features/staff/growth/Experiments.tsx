import { Link } from 'react-router';
import type { ExperimentRow } from '#contract/api/staff-experiments.ts';
import { useQuery } from '#web/api/use-query.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { Unavailable } from '../Unavailable.tsx';
import queueStyle from '../queues.module.css';
import style from '../staff.module.css';
import { dayOf, stateWords } from './words.ts';

/** Every experiment that the code knows; those that run first. */
export function Experiments() {
  const answer = useQuery('GET /v2/staff/experiments', {});
  return (
    <div className={style.page}>
      <PageHeading>Experiments</PageHeading>
      {answer.state === 'loading' && <FormSkeleton />}
      {answer.state === 'failed' && <Unavailable problem={answer.problem} onRetry={answer.retry} />}
      {answer.state === 'ready' && <Table rows={answer.data.experiments} />}
    </div>
  );
}

const runningFirst = (rows: readonly ExperimentRow[]) =>
  rows.toSorted((one, other) => Number(other.state === 'running') - Number(one.state === 'running'));

const columns = ['State', 'Shown to', 'Since'] as const;

function Table({ rows }: { rows: readonly ExperimentRow[] }) {
  return (
    <table className={queueStyle.table} aria-label="Experiments">
      <thead>
        <tr>
          <th scope="col">Experiment</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {runningFirst(rows).map((row) => (
          <tr key={row.key}>
            <th scope="row">
              <Link to={`/experiments/${row.key}`}>{row.describes}</Link>
            </th>
            {[stateWords(row), row.audience.replaceAll('-', ' '), dayOf(row.changedAt)].map((cell, at) => (
              <td key={columns[at]} data-label={columns[at]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
