import { type SubmitEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { OfferedAction } from '#contract/api/staff/staff-people.ts';
import {
  type ActionInput,
  type InputValues,
  initialText,
  inputProblem,
  typedValue,
} from '#contract/staff/action-inputs.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { describe, FieldShell } from '#web/ui/form/FieldShell.tsx';
import fields from '#web/ui/form/fields.module.css';
import style from './staff.module.css';

export type Filled = { reason: string; inputs: InputValues };

type Props = Pick<OfferedAction, 'title' | 'sentences' | 'inputs'> & {
  /** Stored in the staff log beside the inputs. */
  reasonLabel?: string;
  /** Resolves to an error text, or null. */
  submit: (filled: Filled) => Promise<string | null>;
  onCancel: () => void;
};

const shortestReason = 5;
const reasonName = 'reason';

/** What an action does, its inputs, and the reason for it. */
export function ActionForm({ title, sentences, inputs, reasonLabel = 'Reason', submit, onCancel }: Props) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [waiting, setWaiting] = useState(false);
  const [inputErrors, setWrong] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => focusOn(form.current, inputs[0]?.name ?? reasonName), [inputs]);
  const closeOnEscape = useEffectEvent(({ key, isComposing }: KeyboardEvent) => {
    if (key === 'Escape' && !isComposing && !waiting) onCancel();
  });
  useEffect(() => {
    const opened = form.current;
    const hear = (event: KeyboardEvent) => closeOnEscape(event);
    opened?.addEventListener('keydown', hear);
    return () => opened?.removeEventListener('keydown', hear);
  }, []);
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (waiting) return;
    const read = readForm(event.currentTarget, inputs);
    setWrong(read.wrong);
    setProblem(null);
    const [first] = [...inputs.map(({ name }) => name), reasonName].filter((name) => read.wrong[name] !== undefined);
    if (first !== undefined) return focusOn(form.current, first);
    setWaiting(true);
    const failed = await submit(read.filled);
    setWaiting(false);
    setProblem(failed);
  };
  return (
    <form
      ref={form}
      className={style.reason}
      onSubmit={(event) => void send(event)}
      aria-labelledby={`${id}-title`}
      noValidate
    >
      <h3 id={`${id}-title`}>{title}</h3>
      <ul className={style.sentences}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {inputs.map((input) => (
        <InputField key={input.name} id={`${id}-${input.name}`} input={input} error={inputErrors[input.name]} />
      ))}
      <Reason id={`${id}-${reasonName}`} label={reasonLabel} error={inputErrors[reasonName]} />
      <div role="alert">
        {problem !== null && (
          <Notice tone="error">
            <p>{problem}</p>
          </Notice>
        )}
      </div>
      <Actions>
        <Button type="submit" waiting={waiting}>
          {title}
        </Button>
        <Button variant="link" onClick={onCancel}>
          Cancel
        </Button>
      </Actions>
    </form>
  );
}

function focusOn(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

function readForm(form: HTMLFormElement, inputs: readonly ActionInput[]) {
  const typed = new FormData(form);
  const textOf = (name: string) => {
    const text = typed.get(name);
    return typeof text === 'string' ? text : '';
  };
  const values = inputs.map((input) => ({ input, value: typedValue(input, textOf(input.name)) }));
  const reason = textOf(reasonName).trim();
  const problems = values.map(({ input, value }) => [input.name, inputProblem(input, value)] as const);
  const ofReason = reason.length < shortestReason ? 'Enter a reason, at least five characters.' : null;
  const inputErrors = [...problems, [reasonName, ofReason] as const].filter((entry) => entry[1] !== null);
  return {
    wrong: Object.fromEntries(inputErrors) as Record<string, string>,
    filled: { reason, inputs: Object.fromEntries(values.map(({ input, value }) => [input.name, value])) },
  };
}

function InputField({ id, input, error }: { id: string; input: ActionInput; error: string | undefined }) {
  const { label, hint, name } = input;
  const field = { ...describe({ id, hint, error }), id, name, defaultValue: initialText(input) };
  return (
    <FieldShell {...{ id, label, hint, error }} optional={false}>
      {input.kind === 'choice' ? (
        <select {...field} className={fields.select}>
          <option value="">Choose</option>
          {input.options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <input {...field} {...controls[input.kind]} {...boundsOf(input)} className={fields.input} autoComplete="off" />
      )}
    </FieldShell>
  );
}

const controls = {
  money: { type: 'text', inputMode: 'decimal' },
  number: { type: 'text', inputMode: 'numeric' },
  email: { type: 'email', spellCheck: false },
  date: { type: 'date' },
  text: { type: 'text', spellCheck: false },
} as const;

function boundsOf(input: ActionInput) {
  if (input.kind === 'date') return { min: input.from, max: input.until };
  return input.kind === 'text' ? { maxLength: input.most } : {};
}

function Reason({ id, label, error }: { id: string; label: string; error: string | undefined }) {
  return (
    <FieldShell {...{ id, label, error }} optional={false}>
      <textarea
        {...describe({ id, error })}
        id={id}
        name={reasonName}
        className={style.input}
        rows={3}
        maxLength={500}
      />
    </FieldShell>
  );
}
