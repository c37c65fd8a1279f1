import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Duplicate, PersonView, Shown } from '#contract/api/staff/staff-people.ts';
import { useQuery } from '#web/api/use-query.ts';
import { Notice } from '#web/ui/Card.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { ActionPanel } from './ActionPanel.tsx';
import { RevealedData } from './RevealedData.tsx';
import style from './staff.module.css';
import { codeWords, roleTexts } from './staff-texts.ts';
import { Timeline } from './Timeline.tsx';
import { Unavailable } from './Unavailable.tsx';

/** A person's timeline and the possible corrections. */
export function Person() {
  const { userId = '' } = useParams();
  // Keyed by person, so that nothing of the previous one stays visible.
  return <PersonPage key={userId} userId={userId} />;
}

function PersonPage({ userId }: { userId: string }) {
  const answer = useQuery('GET /v2/staff/people/:userId', { params: { userId } });
  const [shown, setShown] = useState<readonly Shown[]>([]);
  if (answer.state === 'loading') return <FormSkeleton />;
  if (answer.state === 'failed')
    return <Unavailable heading="This person cannot be shown" problem={answer.problem} onRetry={answer.retry} />;
  const person = answer.data;
  const handleDone = (rows: readonly Shown[]) => {
    if (rows.length > 0) setShown(rows);
    void answer.refresh();
  };
  return (
    <div className={style.person}>
      <PersonSummary person={person} shown={shown} />
      <ActionPanel
        heading="Actions"
        userId={userId}
        offers={person.actions}
        onDone={({ shown: rows }) => handleDone(rows)}
      />
      <Timeline entries={person.timeline} zone={person.timeZone ?? 'UTC'} />
    </div>
  );
}

function PersonSummary({ person, shown }: { person: PersonView; shown: readonly Shown[] }) {
  const { name, role, status, country, plan, contactProofs, accountPageSummary, family, duplicates } = person;
  return (
    <section className={style.panel} aria-label="Who this is">
      <Link className={style.back} to="/">
        Find another person
      </Link>
      <PageHeading>{name}</PageHeading>
      <p className={style.soft}>
        {[roleTexts[role], codeWords(status), country].filter(Boolean).join(' · ')}
        {shown.length === 0 && ' · contact details hidden'}
      </p>
      <p>{plan}</p>
      {contactProofs.length > 0 && <p>{contactProofs.join(' ')}</p>}
      {accountPageSummary.length > 0 && <CurrentView sentences={accountPageSummary} />}
      <div role="status">{shown.length > 0 && <RevealedData rows={shown} />}</div>
      {family.length > 0 && (
        <p>
          Family:{' '}
          {family.map((one, index) => (
            <span key={one.userId}>
              {index > 0 && ', '}
              <Link to={`/people/${one.userId}`}>{one.name}</Link> ({roleTexts[one.role]})
            </span>
          ))}
        </p>
      )}
      {duplicates.length > 0 && <Duplicates people={duplicates} />}
    </section>
  );
}

/** Possible duplicates, and why they can or cannot be merged. */
function Duplicates({ people }: { people: readonly Duplicate[] }) {
  return (
    <>
      <h2 className={style.label} id="same">
        The same person?
      </h2>
      <ul aria-labelledby="same">
        {people.map(({ userId, name, status, text }) => (
          <li key={userId}>
            <Link to={`/people/${userId}`}>{name}</Link> ({codeWords(status)}). {text}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Read-only: staff cannot act as a user. */
function CurrentView({ sentences }: { sentences: readonly string[] }) {
  return (
    <Notice>
      <h2 className={style.label}>What they see now</h2>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className={style.soft}>Their account page right now, to read only. Do not tell one parent about the other.</p>
    </Notice>
  );
}
