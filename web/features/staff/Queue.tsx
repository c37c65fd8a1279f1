import { useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { ActionDone, OfferedAction, Shown } from '#contract/api/staff/staff-people.ts';
import { type StaffQueueName, staffQueueNames, staffQueues } from '#contract/staff/staff-queues.ts';
import { useQuery } from '#web/api/use-query.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { resultText } from './ActionPanel.tsx';
import { QueueTable } from './QueueTable.tsx';
import queueStyle from './queues.module.css';
import { RevealedData } from './RevealedData.tsx';
import { StaffMessage } from './StaffMessage.tsx';
import style from './staff.module.css';
import { Unavailable } from './Unavailable.tsx';

/** The rows of one queue; each links to its person. */
export function Queue() {
  const { queue = '' } = useParams();
  const name = staffQueueNames.find((one) => one === queue);
  if (!name) return <StaffMessage heading="There is no such queue" />;
  return <QueuePage key={name} queue={name} />;
}

function QueuePage({ queue }: { queue: StaffQueueName }) {
  const { title, about } = staffQueues[queue];
  /** The start of each visited page; the last one is shown. */
  const [pageStarts, setPageStarts] = useState<(string | undefined)[]>([undefined]);
  const after = pageStarts.at(-1);
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
        onNextPage={(next) => setPageStarts([...pageStarts, next])}
        onPreviousPage={pageStarts.length > 1 ? () => setPageStarts(pageStarts.slice(0, -1)) : null}
      />
    </div>
  );
}

type PageProps = {
  queue: StaffQueueName;
  after: string | undefined;
  onNextPage: (next: string) => void;
  onPreviousPage: (() => void) | null;
};

function Rows({ queue, after, onNextPage, onPreviousPage }: PageProps) {
  const answer = useQuery('GET /v2/staff/queues/:queue', { params: { queue }, query: after ? { after } : {} });
  const [statusText, setStatusText] = useState('');
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const status = useRef<HTMLDivElement>(null);
  if (answer.state === 'loading') return <FormSkeleton />;
  if (answer.state === 'failed') return <Unavailable problem={answer.problem} onRetry={answer.retry} />;
  const { rows, next } = answer.data;
  const handleDone = (result: ActionDone, offer: OfferedAction) => {
    setStatusText(resultText(offer, result));
    setShown(result.shown);
    setTimeout(() => status.current?.focus());
    void answer.refresh();
  };
  return (
    <>
      <div role="status" tabIndex={-1} ref={status} className={queueStyle.news}>
        {statusText && (
          <Notice tone="success">
            <p>{statusText}</p>
          </Notice>
        )}
        {shown.length > 0 && <RevealedData rows={shown} />}
      </div>
      {rows.length === 0 ? (
        <p className={style.panel}>Nothing waits here.</p>
      ) : (
        <QueueTable queue={queue} rows={rows} onDone={handleDone} />
      )}
      {(onPreviousPage ?? next) && (
        <Actions>
          {next && (
            <Button variant="quiet" onClick={() => onNextPage(next)}>
              Later ones
            </Button>
          )}
          {onPreviousPage && (
            <Button variant="link" onClick={onPreviousPage}>
              Earlier ones
            </Button>
          )}
        </Actions>
      )}
    </>
  );
}
