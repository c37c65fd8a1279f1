import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import type { Contact, OfferedAction } from '#contract/api/staff-people.ts';
import { call } from '#web/api/call.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import style from './staff.module.css';

type Done = (contact: Contact | null) => void;
const keyOf = ({ action, subject }: OfferedAction) => `${action} ${subject ?? ''}`;

/** What can be done about somebody. Each says what it will do before it asks for a reason. */
export function PersonActions({ userId, offers, onDone }: { userId: string; offers: OfferedAction[]; onDone: Done }) {
  const [chosen, setChosen] = useState<OfferedAction | null>(null);
  const [news, setNews] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => {
    setChosen(null);
    setTimeout(() => opener.current?.focus());
  };
  const finish = (offer: OfferedAction, contact: Contact | null) => {
    setChosen(null);
    setNews(`Done: ${offer.title.toLowerCase()}. It stands in the timeline.`);
    heading.current?.focus();
    onDone(contact);
  };
  return (
    <aside className={style.panel} aria-labelledby="put-right">
      <h2 id="put-right" ref={heading} tabIndex={-1}>
        Put right
      </h2>
      <p role="status">{news}</p>
      {chosen ? (
        <Reason key={keyOf(chosen)} userId={userId} offer={chosen} onCancel={close} onDone={finish} />
      ) : (
        <ul className={style.offers}>
          {offers.map((offer) => (
            <li key={keyOf(offer)}>
              <Button
                variant="quiet"
                onClick={(event) => {
                  opener.current = event.currentTarget;
                  setNews('');
                  setChosen(offer);
                }}
              >
                {offer.title}
              </Button>
              {offer.subject !== null && <small>{offer.sentences[0]}</small>}
            </li>
          ))}
        </ul>
      )}
      <p className={style.soft}>Each asks for a reason and stands in the log. Put nobody’s name into a reason.</p>
    </aside>
  );
}

type ReasonProps = {
  userId: string;
  offer: OfferedAction;
  onCancel: () => void;
  onDone: (offer: OfferedAction, contact: Contact | null) => void;
};

const shortest = 5;

function Reason({ userId, offer, onCancel, onDone }: ReasonProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [waiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const reason = field.current?.value.trim() ?? '';
    if (waiting) return;
    if (reason.length < shortest) {
      setProblem('Write the reason, in five letters or more.');
      return field.current?.focus();
    }
    setWaiting(true);
    const { action, subject } = offer;
    const answer = await call('POST /v2/staff/people/:userId/actions', {
      params: { userId },
      body: { action, subject, reason },
    });
    setWaiting(false);
    if (answer.ok) onDone(offer, answer.data.contact);
    else setProblem(answer.problem.message);
  };
  return (
    <form className={style.reason} onSubmit={(event) => void submit(event)} aria-labelledby={`${id}-title`} noValidate>
      <h3 id={`${id}-title`}>{offer.title}</h3>
      <ul className={style.sentences}>
        {offer.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <label className={style.label} htmlFor={`${id}-reason`}>
        {offer.action === 'NOTE' ? 'Note' : 'Reason'}
      </label>
      <textarea
        ref={field}
        id={`${id}-reason`}
        className={style.input}
        rows={3}
        maxLength={500}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        aria-invalid={problem === null ? undefined : true}
      />
      <div role="alert" id={`${id}-problem`}>
        {problem && (
          <Notice tone="error">
            <p>{problem}</p>
          </Notice>
        )}
      </div>
      <Actions>
        <Button type="submit" waiting={waiting}>
          {offer.title}
        </Button>
        <Button variant="link" onClick={onCancel}>
          Cancel
        </Button>
      </Actions>
    </form>
  );
}
