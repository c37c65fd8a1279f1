import { useEffect, useRef } from 'react';
import { m } from '#messages/messages.js';
import { classNames } from './class-names.ts';
import style from './Toasts.module.css';
import { dismissToast, type Toast, useToasts } from './toast-list.ts';
import { useHoverOrFocus } from './use-hover-or-focus.ts';

const shownFor = 10_000;

/** Where toasts appear. Announced politely; errors stay until dismissed, others disappear after ten seconds. */
export function Toasts() {
  return (
    <div className={style.place} role="status">
      {useToasts().map((toast) => (
        <ToastCard key={toast.id} {...toast} />
      ))}
    </div>
  );
}

function ToastCard({ id, text, tone }: Toast) {
  const card = useRef<HTMLDivElement>(null);
  const paused = useHoverOrFocus(card);
  useEffect(() => {
    if (paused || tone === 'error') return;
    const timer = setTimeout(() => dismissToast(id), shownFor);
    return () => clearTimeout(timer);
  }, [paused, id, tone]);
  return (
    <div ref={card} className={classNames(style.toast, tone === 'error' && style.error)}>
      <span>{text}</span>
      <button type="button" className={style.close} onClick={() => dismissToast(id)}>
        {m.ui_dismiss()}
      </button>
    </div>
  );
}
