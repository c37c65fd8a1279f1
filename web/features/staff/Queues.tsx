import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AnswerOf } from '#contract/api/route.ts';
import type { listQueues } from '#contract/api/staff/staff-queues.ts';
import { staffQueues } from '#contract/staff/staff-queues.ts';
import { useQuery } from '#web/api/use-query.ts';
import { Notice } from '#web/ui/Card.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { PageWithActions } from './PageWithActions.tsx';
import queueStyle from './queues.module.css';
import style from './staff.module.css';
import { instant } from './staff-texts.ts';
import { Unavailable } from './Unavailable.tsx';

type QueueSummary = AnswerOf<typeof listQueues>;

/** All queues of the staff member's roles, and the switch for all automatic charges. */
export function Queues() {
  const answer = useQuery('GET /v2/staff/queues', {});
  return (
    <PageWithActions answer={answer}>
      {(summary) => (
        <>
          <PageHeading>Queues</PageHeading>
          <QueueLinks summary={summary} label="Queues" />
        </>
      )}
    </PageWithActions>
  );
}

/** The queues with their counts, for use on another page. */
export function QueueList({ heading }: { heading: string }) {
  const answer = useQuery('GET /v2/staff/queues', {});
  if (answer.state === 'loading') return <FormSkeleton />;
  if (answer.state === 'failed') return <Unavailable problem={answer.problem} onRetry={answer.retry} />;
  return <QueueLinks summary={answer.data} label={heading} heading={<h2>{heading}</h2>} />;
}

type LinksProps = { summary: QueueSummary; label: string; heading?: ReactNode };

const QueueLinks = ({ summary: { queues, suspension }, label, heading }: LinksProps) => (
  <nav className={style.page} aria-label={label}>
    {heading}
    {suspension && (
      <Notice tone="error">
        <p>
          <strong>Automatic charges are suspended</strong> since {instant(suspension.since)} UTC by{' '}
          {suspension.by ?? 'an operator'}: {suspension.reason ?? 'no reason given'}
        </p>
      </Notice>
    )}
    <ul className={queueStyle.queues}>
      {queues.map(({ queue, count, more }) => (
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
