import { useId, useRef, useState } from 'react';
import type { ActionDone, OfferedAction } from '#contract/api/staff/staff-people.ts';
import { call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { Button } from '#web/ui/Button.tsx';
import { ActionForm, type Filled } from './ActionForm.tsx';
import style from './staff.module.css';

const keyOf = ({ action, subject }: OfferedAction) => `${action} ${subject ?? ''}`;

/** `requestKey`: new each time the form is opened, so that resending it after a lost response acts once. */
type OpenedAction = OfferedAction & { requestKey: string };

type Props = {
  heading: string;
  /** The person; null if the actions are about something else. */
  userId: string | null;
  offers: readonly OfferedAction[];
  /** Shown if there are no actions. */
  emptyText?: string;
  onDone: (done: ActionDone, offer: OfferedAction) => void;
};

/** The possible actions. Each one shows its effect before it asks for a reason. */
export function ActionPanel({ heading: words, userId, offers, emptyText, onDone }: Props) {
  const [chosen, setChosen] = useState<OpenedAction | null>(null);
  const [status, setStatus] = useState('');
  const opener = useRef<string>(null);
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => {
    setChosen(null);
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-offer="${opener.current ?? ''}"]`)?.focus());
  };
  const submit = async (offer: OpenedAction, filled: Filled) => {
    const answer = await performAction(userId, offer, filled);
    if (!answer.ok) return problemText(answer.problem, offer);
    setChosen(null);
    setStatus(resultText(offer, answer.data));
    heading.current?.focus();
    onDone(answer.data, offer);
    return null;
  };
  return (
    <aside className={style.panel} aria-label={words}>
      <h2 ref={heading} tabIndex={-1}>
        {words}
      </h2>
      <p role="status">{status}</p>
      {chosen ? (
        <ActionForm
          key={keyOf(chosen)}
          {...chosen}
          reasonLabel={chosen.action === 'NOTE' ? 'Note' : 'Reason'}
          submit={(filled) => submit(chosen, filled)}
          onCancel={close}
        />
      ) : (
        <ul className={style.offers} ref={list}>
          {offers.map((offer, at) => (
            <li key={keyOf(offer)}>
              <Button
                variant="quiet"
                data-offer={keyOf(offer)}
                aria-describedby={offer.subject === null ? undefined : `${id}-${at}`}
                onClick={() => {
                  opener.current = keyOf(offer);
                  setStatus('');
                  setChosen({ ...offer, requestKey: crypto.randomUUID() });
                }}
              >
                {offer.title}
              </Button>
              {offer.subject !== null && <small id={`${id}-${at}`}>{offer.sentences[0]}</small>}
            </li>
          ))}
        </ul>
      )}
      <p className={style.soft}>
        {offers.length > 0 || emptyText === undefined
          ? 'Each action needs a reason and is logged. Do not write names into the reason.'
          : emptyText}
      </p>
    </aside>
  );
}

const conflict =
  'Nothing was done: the data has changed, or the same action is already done or awaiting confirmation. Reload the page.';

const frozen =
  'Nothing was done: two people claim this account, and it waits until that is decided. See Claims of accounts under Queues.';

const otherValues =
  'This was not done: the form was sent before with other values, and that is done or awaiting confirmation. Reload the page to see it.';

/** Field errors say more than the general message. */
function problemText({ code, message, validationErrors }: CallProblem, { inputs }: OfferedAction): string {
  if (code === 'CONFLICT') return conflict;
  if (code === 'ACCOUNT_FROZEN') return frozen;
  if (code === 'IDEMPOTENCY_MISMATCH') return otherValues;
  const labelled = validationErrors.map(({ field, text }) => {
    const label = inputs.find(({ name }) => field === `inputs.${name}`)?.label;
    return label === undefined ? text : `${label}: ${text}`;
  });
  return labelled.join('. ') || message;
}

export function resultText({ title }: OfferedAction, { state, repeated }: ActionDone): string {
  if (repeated) return `${title}: ${repeatedTexts[state]}`;
  return state === 'DONE'
    ? `Done: ${title.toLowerCase()}. It is logged.`
    : `${title}: it waits until a second person confirms it, for seven days at most. Nothing is done yet.`;
}

const repeatedTexts = {
  DONE: 'it was done and logged at your first try, and not again. If it shows something, open it once more to see it.',
  PROPOSED:
    'it was proposed at your first try, and not again. Unless it has been decided meanwhile, it waits under To confirm.',
} as const;

function performAction(userId: string | null, { action, subject, requestKey }: OpenedAction, filled: Filled) {
  const body = { action, subject, ...filled };
  const headers = { 'idempotency-key': requestKey };
  return userId === null
    ? call('POST /v2/staff/actions', { body, headers })
    : call('POST /v2/staff/people/:userId/actions', { params: { userId }, body, headers });
}
