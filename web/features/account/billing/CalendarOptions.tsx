import { useState } from 'react';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { downloadFile } from '#web/api/download-file.ts';
import { callFresh } from '#web/auth-session/fresh-sign-in.ts';
import { ownDay } from '#web/auth-session/own-time.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { showError } from '#web/problems/show-error.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { LiveText } from '#web/ui/LiveText.tsx';
import layout from '#web/ui/layout.module.css';
import { CardSkeletons } from '../AccountPage.tsx';
import { NewAddress } from './NewAddress.tsx';

/** Renewals for a calendar: a file, or a feed that stays up to date, and what each of them reveals. */
export default function CalendarOptions() {
  const answer = useSignedInQuery('GET /v2/account/calendar-feed', {});
  if (answer.state === 'failed') return <LoadError problem={answer.problem} onRetry={answer.retry} />;
  if (answer.state === 'loading') return <CardSkeletons count={1} />;
  return <FeedOptions since={answer.data.feed?.createdAt ?? null} onChanged={answer.refresh} />;
}

function FeedOptions({ since, onChanged }: { since: string | null; onChanged: () => Promise<void> }) {
  const [busy, setBusy] = useState<'file' | 'make' | 'remove' | null>(null);
  const [address, setAddress] = useState<string | null>(null);
  const [removed, setRemoved] = useState(false);
  const save = async () => {
    setBusy('file');
    const problem = await downloadFile('/api/v2/account/calendar.ics');
    setBusy(null);
    if (problem) showError(problem);
  };
  const createFeed = async () => {
    setBusy('make');
    const created = await callFresh('POST /v2/account/calendar-feed', {});
    if (created.ok) {
      setAddress(created.data.address);
      setRemoved(false);
      await onChanged();
    }
    setBusy(null);
    if (!created.ok) showError(created.problem);
  };
  const remove = async () => {
    setBusy('remove');
    const removal = await call('DELETE /v2/account/calendar-feed', {});
    if (removal.ok) {
      setAddress(null);
      setRemoved(true);
      await onChanged();
    }
    setBusy(null);
    if (!removal.ok) showError(removal.problem);
  };
  return (
    <div className={layout.part}>
      <p>{m.calendar_lead()}</p>
      <p className={layout.soft}>{m.calendar_neutral()}</p>
      <h3>{m.calendar_file_heading()}</h3>
      <p>{m.calendar_file_text()}</p>
      <div>
        <Button variant="quiet" waiting={busy === 'file'} onClick={() => void save()}>
          {m.calendar_file()}
        </Button>
      </div>
      <h3>{m.calendar_feed_heading()}</h3>
      <p>{m.calendar_feed_text()}</p>
      {since !== null && address === null && <p>{m.calendar_feed_since({ date: ownDay(since) })}</p>}
      <LiveText>{removed && <Notice tone="success">{m.calendar_feed_removed()}</Notice>}</LiveText>
      {address !== null && <NewAddress key={address} address={address} />}
      <Actions>
        <Button variant="quiet" waiting={busy === 'make'} onClick={() => void createFeed()}>
          {since === null ? m.calendar_feed() : m.calendar_feed_again()}
        </Button>
        {since !== null && (
          <Button variant="quiet" waiting={busy === 'remove'} onClick={() => void remove()}>
            {m.calendar_feed_remove()}
          </Button>
        )}
      </Actions>
      <p className={layout.soft}>{m.calendar_feed_ends()}</p>
    </div>
  );
}
