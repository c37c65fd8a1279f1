import { Link } from 'react-router';
import { staffQueues } from '#contract/staff/staff-queues.ts';
import { useQuery } from '#web/api/use-query.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import queueStyle from './queues.module.css';
import style from './staff.module.css';
import { Unavailable } from './Unavailable.tsx';

/** All queues of the staff member's roles. */
export function Queues() {
  return (
    <div className={style.page}>
      <PageHeading>Queues</PageHeading>
      <QueueList />
    </div>
  );
}

/** The queues with their counts. `heading`: for use on another page. */
export function QueueList({ heading }: { heading?: string }) {
  const answer = useQuery('GET /v2/staff/queues', {});
  if (answer.state === 'loading') return <FormSkeleton />;
  if (answer.state === 'failed') return <Unavailable problem={answer.problem} onRetry={answer.retry} />;
  return (
    <nav className={style.page} aria-label={heading ?? 'Queues'}>
      {heading && <h2>{heading}</h2>}
      <ul className={queueStyle.queues}>
        {answer.data.queues.map(({ queue, count, more }) => (
          <li key={queue}>
            <Link to={`/queues/${queue}`} data-waiting={count > 0 || undefined}>
              <span>{staffQueues[queue].title}</span>
              <span className={queueStyle.count}>
                {count}
                {more && '+'}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
