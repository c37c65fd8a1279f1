import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Quote } from '#contract/api/prices.ts';
import { m } from '#messages/messages.js';
import type { CallProblem } from '#web/api/problem.ts';
import { currentLanguage } from '#web/i18n/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { describe, FieldErrorText } from '#web/ui/form/FieldShell.tsx';
import fields from '#web/ui/form/fields.module.css';
import type { CheckoutSubject } from '../checkout.ts';
import { codeOutcome, sameCode } from './code-outcome.ts';
import style from './SubscriptionCodes.module.css';

export type CodesState = {
  /** The checkbox is ticked. */
  enabled: boolean;
  applied: readonly string[];
  typed: string;
};

type Priced = { ok: true; data: Quote } | { ok: false; problem: CallProblem };

type Props = {
  state: CodesState;
  onChange: (change: (state: CodesState) => CodesState) => void;
  quote: Quote | null;
  price: (paymentCodes: readonly string[]) => Promise<Priced>;
  onProblem: CheckoutSubject['onProblem'];
  most?: number;
};

const maxCodes = 5;

/** "I have a Subscription Code": codes of any kind, applied one at a time to the price. */
export function SubscriptionCodes({ state, onChange, quote, price, onProblem, most = maxCodes }: Props) {
  const { enabled, applied } = state;
  const id = useId();
  return (
    <div className={style.codes}>
      <label className={fields.choice} htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={enabled}
          onChange={({ target }) => onChange((before) => ({ ...before, enabled: target.checked }))}
        />
        <span>{m.payment_have_code()}</span>
      </label>
      {enabled && (
        <div className={style.inside}>
          {applied.length < most && <CodeEntry state={state} onChange={onChange} price={price} onProblem={onProblem} />}
          <AppliedCodes state={state} onChange={onChange} quote={quote} />
        </div>
      )}
    </div>
  );
}

type EntryProps = Pick<Props, 'state' | 'onChange' | 'price' | 'onProblem'>;

/** In the current language. */
type Problem = { text: () => string | undefined };
const none: Problem = { text: () => undefined };

/** The server's text is in the language of its request: in another language only a new try can state the error. */
function told(text: string): Problem {
  const language = currentLanguage();
  return { text: () => (language === currentLanguage() ? text : undefined) };
}

function CodeEntry({ state, onChange, price, onProblem }: EntryProps) {
  const id = useId();
  const [trying, setTrying] = useState(false);
  const [problem, setProblem] = useState(none);
  const error = problem.text();
  const typed = state.typed.trim();

  const apply = async () => {
    if (trying || typed === '') return;
    if (state.applied.some((code) => sameCode(code, typed)))
      return setProblem({ text: m.payment_code_already_applied });
    setTrying(true);
    setProblem(none);
    const result = await price([...state.applied, typed]);
    setTrying(false);
    if (!result.ok) return onProblem(result.problem) ? undefined : setProblem(told(result.problem.message));
    const outcome = codeOutcome(result.data, typed);
    if (outcome.kind === 'applied')
      return onChange((before) => ({
        ...before,
        applied: [...before.applied, typed],
        // Another code may have been typed meanwhile.
        typed: sameCode(before.typed, typed) ? '' : before.typed,
      }));
    if (outcome.kind === 'refused') return setProblem(told(outcome.text));
    setProblem({ text: outcome.kind === 'better' ? m.payment_code_better : m.field_activation_code });
  };
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void apply();
  };
  return (
    <div className={fields.field}>
      <label className={fields.label} htmlFor={id}>
        {m.payment_code_label()}
      </label>
      <div className={style.entry}>
        <input
          {...describe({ id, error })}
          id={id}
          className={fields.input}
          value={state.typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          onChange={({ target }) => {
            setProblem(none);
            onChange((before) => ({ ...before, typed: target.value }));
          }}
          onKeyDown={enter}
        />
        <Button
          variant="quiet"
          waiting={trying}
          blockedReason={typed === '' ? m.payment_code_type_first() : undefined}
          onClick={() => void apply()}
        >
          {m.payment_code_apply()}
        </Button>
      </div>
      <FieldErrorText id={id} error={error} />
    </div>
  );
}

function AppliedCodes({ state, onChange, quote }: Pick<Props, 'state' | 'onChange' | 'quote'>) {
  const [removed, setRemoved] = useState<string | null>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const remove = (code: string) => {
    // The focused element is about to be removed: move the focus before the next paint.
    flushSync(() => {
      setRemoved(code);
      onChange((before) => ({ ...before, applied: before.applied.filter((other) => other !== code) }));
    });
    undo.current?.focus();
  };
  const restore = () => {
    if (removed === null) return;
    setRemoved(null);
    onChange((before) => ({ ...before, applied: [...before.applied, removed] }));
  };
  return (
    <>
      {state.applied.length > 0 && (
        <ul className={style.list} aria-label={m.payment_codes_applied()}>
          {state.applied.map((code) => (
            <AppliedCode key={code} code={code} quote={quote} onRemove={() => remove(code)} />
          ))}
        </ul>
      )}
      <div role="status">
        {removed !== null && !state.applied.includes(removed) && (
          <p className={style.removed}>
            {m.payment_code_removed({ code: removed })}{' '}
            <button ref={undo} type="button" className={style.undo} onClick={restore}>
              {m.payment_code_undo()}
            </button>
          </p>
        )}
      </div>
    </>
  );
}

function AppliedCode({ code, quote, onRemove }: { code: string; quote: Quote | null; onRemove: () => void }) {
  const outcome = quote && codeOutcome(quote, code);
  const detail = quote?.paymentCodeDetails.find((known) => sameCode(known.code, code));
  const amount =
    detail?.amountFormatted ?? (outcome?.kind === 'applied' ? quote?.couponDetail?.discountFormatted : undefined);
  const shownError = outcome?.kind === 'refused' ? outcome.text : undefined;
  return (
    <li className={style.applied} data-refused={shownError ? true : undefined}>
      <span>
        <strong className={style.code}>{code}</strong>
        <span className={style.worth}>{shownError ?? (amount ? m.payment_code_worth({ amount }) : '')}</span>
      </span>
      <Button variant="link" onClick={onRemove} aria-label={m.payment_code_remove_named({ code })}>
        {m.payment_code_remove()}
      </Button>
    </li>
  );
}
