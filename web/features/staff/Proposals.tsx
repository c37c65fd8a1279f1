import { useState } from 'react';
import { Link } from 'react-router';
import type { ProposalView } from '#contract/api/staff/staff-proposals.ts';
import { utcDay } from '#contract/fields/day.ts';
import { call } from '#web/api/call.ts';
import { useQuery } from '#web/api/use-query.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import style from './staff.module.css';
import { Unavailable } from './Unavailable.tsx';

/** Proposals of other staff that need a second person. */
export function Proposals() {
  const answer = useQuery('GET /v2/staff/proposals', {});
  const [news, setNews] = useState('');
  const navigate = useNavigate();
  if (answer.state === 'loading') return <FormSkeleton />;
  if (answer.state === 'failed')
    return <Unavailable heading="To confirm" problem={answer.problem} onRetry={answer.retry} />;
  const { proposals } = answer.data;
  const handleDecided = (statusText: string) => {
    setNews(statusText);
    void answer.refresh();
    // Reloads the count beside the link, and moves the focus off the removed button.
    void navigate('/to-confirm', { replace: true });
  };
  return (
    <div className={style.page}>
      <PageHeading>To confirm</PageHeading>
      <p role="status">{news}</p>
      {proposals.length === 0 && <p>Nothing waits for a second person.</p>}
      <ul className={style.results}>
        {proposals.map((proposal) => (
          <li key={proposal.id}>
            <Proposal proposal={proposal} onDecided={handleDecided} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const day = (at: string) => utcDay(new Date(at));

type OnDecided = (statusText: string) => void;

function Proposal({ proposal, onDecided }: { proposal: ProposalView; onDecided: OnDecided }) {
  const { title, person, sentences, inputs, reason, proposedBy, proposedAt, expiresAt } = proposal;
  return (
    <article className={style.panel} aria-labelledby={proposal.id}>
      <h2 id={proposal.id}>
        {title}
        {person && (
          <>
            {': '}
            <Link to={`/people/${person.userId}`}>{person.name}</Link>
          </>
        )}
      </h2>
      <dl className={style.contact}>
        {[...inputs, { label: 'Reason', value: reason }].map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {sentences === null ? (
        <p>It can no longer be done: something has changed since.</p>
      ) : (
        <ul className={style.sentences}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <p className={style.soft}>
        Proposed by {proposedBy} on {day(proposedAt)}; lapses on {day(expiresAt)}.
      </p>
      <Decide proposal={proposal} onDecided={onDecided} />
    </article>
  );
}

function Decide({
  proposal: { id, title, isOwn, sentences },
  onDecided,
}: {
  proposal: ProposalView;
  onDecided: OnDecided;
}) {
  const [waiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const decide = async (decision: 'CONFIRM' | 'DECLINE') => {
    if (waiting) return;
    setWaiting(true);
    setProblem(null);
    const answer = await call('POST /v2/staff/proposals/:proposalId/decision', {
      params: { proposalId: id },
      body: { decision },
    });
    setWaiting(false);
    if (!answer.ok) return setProblem(answer.problem.message);
    onDecided(decision === 'CONFIRM' ? `Done: ${title.toLowerCase()}.` : `Nothing is done: ${title.toLowerCase()}.`);
  };
  return (
    <>
      <div role="alert">
        {problem !== null && (
          <Notice tone="error">
            <p>{problem}</p>
          </Notice>
        )}
      </div>
      {isOwn && <p>You proposed it: someone else has to confirm it.</p>}
      <Actions>
        {!isOwn && sentences !== null && (
          <Button waiting={waiting} onClick={() => void decide('CONFIRM')}>
            Confirm: {title.toLowerCase()}
          </Button>
        )}
        <Button variant="quiet" onClick={() => void decide('DECLINE')}>
          {isOwn ? 'Withdraw' : 'Decline'}
        </Button>
      </Actions>
    </>
  );
}
