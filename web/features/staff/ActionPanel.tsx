import { useId, useRef, useState } from 'react';
import type { ActionDone, OfferedAction } from '#contract/api/staff/staff-people.ts';
import { actionGroups, staffActions } from '#contract/staff/staff-actions.ts';
import { call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
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
  const list = useRef<HTMLDivElement>(null);
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
        <div className={style.offers} ref={list}>
          {grouped(offers).map(({ group, title, ofGroup }) => (
            <section key={group} data-group={group} aria-label={title}>
              {title !== undefined && <h3>{title}</h3>}
              <ul>
                {ofGroup.map((offer) => (
                  <li key={keyOf(offer)}>
                    <OfferButton
                      offer={offer}
                      onOpen={() => {
                        opener.current = keyOf(offer);
                        setStatus('');
                        setChosen({ ...offer, requestKey: crypto.randomUUID() });
                      }}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      <p className={style.soft}>
        {offers.length > 0 || emptyText === undefined
          ? 'Each action needs a reason and is logged. Do not write names into the reason.'
          : emptyText}
      </p>
    </aside>
  );
}

const other = 'OTHER';

/** The offers on a person by group, in the order of the groups; others have none. */
function grouped(offers: readonly OfferedAction[]) {
  const groupOf = ({ action }: OfferedAction) => {
    const row = staffActions[action];
    return 'group' in row ? row.group : other;
  };
  const byGroup = Map.groupBy(offers, groupOf);
  const titles: Record<string, string | undefined> = { [other]: undefined, ...actionGroups };
  return Object.entries(titles).flatMap(([group, title]) => {
    const ofGroup = byGroup.get(group as typeof other);
    return ofGroup ? { group, title, ofGroup } : [];
  });
}

/** Opens an action; a line beside it says what it is about. */
function OfferButton({ offer, onOpen }: { offer: OfferedAction; onOpen: () => void }) {
  const id = useId();
  const about = offer.subject === null ? undefined : offer.sentences[0];
  return (
    <>
      <button
        type="button"
        className={style.offer}
        data-offer={keyOf(offer)}
        aria-describedby={about === undefined ? undefined : id}
        onClick={onOpen}
      >
        {offer.title}
      </button>
      {about !== undefined && <small id={id}>{about}</small>}
    </>
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
