import { type MouseEvent, useEffect, useRef } from 'react';
import { m } from '#messages/messages.js';
import { nameOf } from './field-paths.ts';
import style from './fields.module.css';
import type { SummaryEntry } from './use-contract-form.ts';

type Props = { entries: readonly SummaryEntry[]; focusRequest: number };

/** What is wrong, at the top of the form: takes the focus on each failed submit, and each line leads to its field. */
export function ErrorSummary({ entries, focusRequest }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const answered = useRef(0);
  // The messages may come one render after the request.
  useEffect(() => {
    if (focusRequest === answered.current || !box.current) return;
    answered.current = focusRequest;
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
  const go = (event: MouseEvent) => {
    event.preventDefault();
    const control = document.getElementById(id);
    control?.focus({ preventScroll: true });
    control?.scrollIntoView({ block: 'center' });
  };
  return (
    <a href={`#${id}`} onClick={go}>
      {label ? m.ui_problem_line({ label: nameOf(label), text }) : text}
    </a>
  );
}
