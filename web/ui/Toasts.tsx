import { type FocusEvent, type MouseEvent, useEffect, useRef } from 'react';
import { m } from '#messages/messages.js';
import { classNames } from './class-names.ts';
import style from './Toasts.module.css';
import { dismissToast, type Toast, useToasts } from './toast-list.ts';
import { useHoverOrFocus } from './tooltip/use-hover-or-focus.ts';
import { WithinReach } from './WithinReach.tsx';

const shownFor = 10_000;

/** Where toasts appear. Announced politely; errors stay until dismissed, others disappear after ten seconds. */
export function Toasts() {
  const focusedBefore = useRef<Element | null>(null);
  const rememberFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.closest('[role=status]')?.contains(relatedTarget)) focusedBefore.current = relatedTarget;
  };
  const dismiss = (id: number, { detail, currentTarget }: MouseEvent) => {
    const around = currentTarget.closest('[role$=dialog]') ?? document.getElementById('main');
    dismissToast(id);
    // A key's click has no detail. The focus would otherwise be lost to the start of the page.
    const next = focusedBefore.current?.isConnected ? focusedBefore.current : around;
    if (detail === 0 && next instanceof HTMLElement) next.focus();
  };
  return (
    <WithinReach>
      <div className={style.place} role="status">
        {useToasts().map((toast) => (
          <ToastCard key={toast.id} {...toast} onFocus={rememberFocus} onDismiss={dismiss} />
        ))}
      </div>
    </WithinReach>
  );
}

type CardProps = Toast & {
  onFocus: (event: FocusEvent) => void;
  onDismiss: (id: number, event: MouseEvent) => void;
};

function ToastCard({ id, text, tone, onFocus, onDismiss }: CardProps) {
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
      <button type="button" className={style.close} onFocus={onFocus} onClick={(event) => onDismiss(id, event)}>
        {m.ui_dismiss()}
      </button>
    </div>
  );
}
