import { useEffect, useState } from 'react';
import { m } from '#messages/messages.js';
import style from './Skeleton.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** A grey placeholder, hidden from screen readers. Sizes are named, so that no style attribute is needed. */
export function Skeleton({ shape }: { shape: 'heading' | 'line' | 'short' | 'field' | 'button' | 'card' }) {
  return <span className={`${style.bone} ${style[shape]}`} data-skeleton aria-hidden="true" />;
}

/** The placeholder of a form. */
export function FormSkeleton() {
  return (
    <div className={style.form}>
      <VisuallyHidden>{m.ui_loading()}</VisuallyHidden>
      <Skeleton shape="heading" />
      <Skeleton shape="short" />
      <Skeleton shape="field" />
      <Skeleton shape="field" />
      <Skeleton shape="field" />
      <Skeleton shape="button" />
    </div>
  );
}

/** A spinner, shown only when the wait is longer than 300 ms. */
export function Spinner({ text = m.ui_loading() }: { text?: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <span className={style.spinnerPlace} role="status">
      {late && (
        <>
          <span className={style.spinner} aria-hidden="true" />
          <span>{text}</span>
        </>
      )}
    </span>
  );
}
