import { useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { ActionDone, OfferedAction, Shown } from '#contract/api/staff-people.ts';
import { staffQueueNames, staffQueues, type StaffQueueName } from '#contract/staff-queues.ts';
import { useQuery } from '#web/api/use-query.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { newsOf } from './Offers.tsx';
import { QueueTable } from './QueueTable.tsx';
import { Seen } from './Seen.tsx';
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
  const [news, setNews] = useState('');
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const status = useRef<HTMLDivElement>(null);
  if (answer.state === 'loading') return <FormSkeleton />;
  if (answer.state === 'failed') return <Unavailable problem={answer.problem} onRetry={answer.retry} />;
  const { rows, next } = answer.data;
  const done = (result: ActionDone, offer: OfferedAction) => {
    setNews(newsOf(offer, result));
    setShown(result.shown);
    setTimeout(() => status.current?.focus());
    void answer.refresh();
  };
  return (
    <>
      <div role="status" tabIndex={-1} ref={status} className={queueStyle.news}>
        {news && (
          <Notice tone="success">
            <p>{news}</p>
          </Notice>
        )}
        {shown.length > 0 && <Seen rows={shown} />}
      </div>
      {rows.length === 0 ? (
        <p className={style.panel}>Nothing waits here.</p>
      ) : (
        <QueueTable queue={queue} rows={rows} onDone={done} />
      )}
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
