import { type MouseEvent, useEffect, useRef } from 'react';
import { m } from '#messages/messages.js';
import { nameOf } from './field-paths.ts';
import style from './fields.module.css';
import type { SummaryEntry } from './use-contract-form.ts';

type Props = { entries: readonly SummaryEntry[]; focusRequest: number };

/** The form's errors at its top: takes the focus on each failed submit, and each line links to its field. */
export function ErrorSummary({ entries, focusRequest }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const lastRequest = useRef(0);
  // The messages may render after the request for the focus.
  useEffect(() => {
    if (focusRequest === lastRequest.current || !box.current) return;
    lastRequest.current = focusRequest;
    box.current.focus();
  });
  if (entries.length === 0) return null;
  return (
    <div className={style.problems} ref={box} tabIndex={-1} role="group" aria-labelledby="problems-title">
      <h2 id="problems-title">{m.ui_problem_title()}</h2>
      <ul className={style.lines}>
        {entries.map((entry) => (
          <li key={entry.path}>{entry.id ? <ProblemLink {...entry} /> : entry.text}</li>
        ))}
      </ul>
    </div>
  );
}

function ProblemLink({ id, label, text }: SummaryEntry) {
  const focusField = (event: MouseEvent) => {
    event.preventDefault();
    const control = document.getElementById(id);
    control?.focus({ preventScroll: true });
    control?.scrollIntoView({ block: 'center' });
  };
  return (
    <a href={`#${id}`} onClick={focusField}>
      {label ? m.ui_problem_line({ label: nameOf(label), text }) : text}
    </a>
  );
}
