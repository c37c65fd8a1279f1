import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { AnswerOf } from '#contract/api/route.ts';
import type { searchPeople } from '#contract/api/staff/staff-people.ts';
import { call } from '#web/api/call.ts';
import { useQuery } from '#web/api/use-query.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card, Notice } from '#web/ui/Card.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { ActionPanel } from './ActionPanel.tsx';
import { QueueList } from './Queues.tsx';
import { useStaffFrame } from './StaffFrame.tsx';
import style from './staff.module.css';
import { codeWords, instant, roleTexts } from './staff-texts.ts';

type SearchResult = AnswerOf<typeof searchPeople>;
type Outcome = { text: string; found: SearchResult } | { text: string; problem: string };

/** The console's start page: one field that finds people. */
export function Home() {
  const { session } = useStaffFrame();
  return (
    <div className={style.page}>
      <PageHeading>Find a person</PageHeading>
      {session?.roles.some((role) => role !== 'GROWTH') ? (
        <>
          <Search />
          <QueueList heading="To do" />
        </>
      ) : (
        <p>Your role has no access to people. Use the pages above.</p>
      )}
      {session?.roles.includes('ADMIN') && <LogCheck />}
    </div>
  );
}

function Search() {
  const field = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [waiting, setWaiting] = useState(false);
  useSlash(field);
  useEffect(() => field.current?.focus(), []);
  const search = async (event: SubmitEvent) => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? '';
    if (text.length < 2 || waiting) return;
    setWaiting(true);
    const answer = await call('POST /v2/staff/searches', { body: { text } });
    setWaiting(false);
    setOutcome(answer.ok ? { text, found: answer.data } : { text, problem: answer.problem.message });
  };
  return (
    <>
      <search>
        <form className={style.search} onSubmit={(event) => void search(event)}>
          <label className={style.grow}>
            <span className={style.label}>
              Email, name, username, phone, order, invoice, transaction, last four, code or sign-up id
            </span>
            <input ref={field} className={style.input} type="search" autoComplete="off" spellCheck={false} />
          </label>
          <Button type="submit" waiting={waiting}>
            Find
          </Button>
        </form>
      </search>
      <p className={style.soft}>
        Press <kbd>/</kbd> to come back to the field.
      </p>
      <div role="status">{outcome && <Results outcome={outcome} />}</div>
      {outcome && 'found' in outcome && outcome.found.code && (
        <FoundCode key={outcome.text} code={outcome.found.code} />
      )}
    </>
  );
}

/** The `/` key, unless a field has the focus. */
function useSlash(field: { current: HTMLInputElement | null }) {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)
        return;
      event.preventDefault();
      field.current?.select();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [field]);
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

function Results({ outcome }: { outcome: Outcome }) {
  if ('problem' in outcome)
    return (
      <Notice tone="error">
        <p>{outcome.problem}</p>
      </Notice>
    );
  const { people, signUps, code, more } = outcome.found;
  if (people.length + signUps.length === 0)
    return <p>{code ? 'No one has used this code.' : `Nothing was found for “${outcome.text}”.`}</p>;
  return (
    <div className={style.page}>
      <p className={style.soft}>
        {counted(people.length, 'person', 'people')}, {counted(signUps.length, 'open sign-up', 'open sign-ups')}
        {more && '. There are more: enter a full name or something else of theirs.'}
      </p>
      <ul className={style.results}>
        {people.map(({ userId, name, role, status, country, foundBy }) => (
          <li key={userId}>
            <Card>
              <Link to={`/people/${userId}`}>{name}</Link>
              <span className={style.soft}>
                {[roleTexts[role], codeWords(status), country].filter(Boolean).join(' · ')}
                {` · found by ${foundBy}`}
              </span>
            </Card>
          </li>
        ))}
        {signUps.map(({ signupId, state, createdAt }) => (
          <li key={signupId}>
            <Card>
              <span>Unfinished sign-up</span>
              <span className={style.soft}>
                {signupId} · {state.toLowerCase()} · started {instant(createdAt)} UTC
              </span>
            </Card>
          </li>
        ))}
      </ul>
    </div>
  );
}

function FoundCode({ code }: { code: NonNullable<SearchResult['code']> }) {
  const [offers, setOffers] = useState(code.actions);
  return (
    <ActionPanel
      heading={`Code that ends in ${code.lastFour}`}
      emptyText="No action is possible: the code is spent, belongs to a professional's bundle, or your role may not manage it."
      userId={null}
      offers={offers}
      onDone={() => setOffers([])}
    />
  );
}

/** For the staff responsible for the log: whether it was tampered with. */
function LogCheck() {
  const check = useQuery('GET /v2/staff/actions/check', {});
  if (check.state !== 'ready') return null;
  const { count, brokenAt } = check.data;
  return (
    <Notice tone={brokenAt === null ? 'neutral' : 'error'}>
      <p>
        {brokenAt === null
          ? `The staff log is unchanged: ${counted(count, 'entry', 'entries')}.`
          : `The staff log was changed: entry ${brokenAt} is not as it was written.`}
      </p>
    </Notice>
  );
}
