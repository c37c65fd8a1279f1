import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '#web/ui/Card.tsx';

/** The payment succeeded. Takes the focus from the Pay button, at the top of the page. */
export function PaidNotice({ title, children }: { title: string; children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    notice.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={notice} role="status" tabIndex={-1}>
      <Notice tone="success">
        <h2>{title}</h2>
        <p>{children}</p>
      </Notice>
    </div>
  );
}
