import { useEffect, useRef } from 'react';
import { m } from '#messages/messages.js';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { Notice } from '#web/ui/Card.tsx';
import style from './duplicate-warning.module.css';

/** The co-parent may already have an account: the parent can continue, and support resolves it (specification 8). */
export function DuplicateWarning() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="group" aria-labelledby="duplicate-title" className={style.box}>
      <Notice tone="error">
        <h2 id="duplicate-title">{m.field_co_parent_duplicate()}</h2>
        <p>{m.co_parent_duplicate_text()}</p>
        <SupportContact />
      </Notice>
    </div>
  );
}
