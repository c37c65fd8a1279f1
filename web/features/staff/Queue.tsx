import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { QueueRow } from '#contract/api/staff-queues.ts';
import { staffQueueNames, staffQueues, type StaffQueueName } from '#contract/staff-queues.ts';
import { useQuery } from '#web/api/use-query.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { StaffMessage } from './StaffMessage.tsx';
import { Unavailable } from './Unavailable.tsx';
import queueStyle from './queues.module.css';
import style from './staff.module.css';

/** What waits in one queue; each row leads to its person. */
export function Queue() {
  const { queue = '' } = useParams();
  const name = staffQueueNames.find((one) => one === queue);
  if (!name) return <StaffMessage heading="There is no such queue" />;
  return <QueuePage key={name} queue={name} />;
}

function QueuePage({ queue }: { queue: StaffQueueName }) {
  const { title, about } = staffQueues[queue];
  /** Where each page that was opened begins; the last one is in sight. */
  const [beginnings, setBeginnings] = useState<(string | undefined)[]>([undefined]);
  const after = beginnings.at(-1);
  return (
    <div className={style.page}>
      <div className={style.intro}>
        <Link className={style.back} to="/queues">
          All queues
        </Link>
        <PageHeading>{title}</PageHeading>
        <p className={style.soft}>{about}</p>
      </div>
      <Rows
        key={after ?? ''}
        queue={queue}
        after={after}
        onLater={(next) => setBeginnings([...beginnings, next])}
        onEarlier={beginnings.length > 1 ? () => setBeginnings(beginnings.slice(0, -1)) : null}
      />
    </div>
  );
}

type PageProps = {
  queue: StaffQueueName;
  after: string | undefined;
  onLater: (next: string) => void;
  onEarlier: (() => void) | null;
};

function Rows({ queue, after, onLater, onEarlier }: PageProps) {
  const answer = useQuery('GET /v2/staff/queues/:queue', { params: { queue }, query: after ? { after } : {} });
  if (answer.state === 'loading') return <FormSkeleton />;
  if (answer.state === 'failed') return <Unavailable problem={answer.problem} onRetry={answer.retry} />;
  const { rows, next } = answer.data;
  return (
    <>
      {rows.length === 0 ? <p className={style.panel}>Nothing waits here.</p> : <Table queue={queue} rows={rows} />}
      {(onEarlier ?? next) && (
        <Actions>
          {next && (
            <Button variant="quiet" onClick={() => onLater(next)}>
              Later ones
            </Button>
          )}
          {onEarlier && (
            <Button variant="link" onClick={onEarlier}>
              Earlier ones
            </Button>
          )}
        </Actions>
      )}
    </>
  );
}

function Table({ queue, rows }: { queue: StaffQueueName; rows: readonly QueueRow[] }) {
  const { title, columns } = staffQueues[queue];
  return (
    <table className={queueStyle.table} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">Person</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, person, cells }) => (
          <tr key={key}>
            <th scope="row">{person ? <Link to={`/people/${person.userId}`}>{person.name}</Link> : 'Nobody yet'}</th>
            {columns.map((column, at) => (
              <td key={column} data-label={column}>
                {cells[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
