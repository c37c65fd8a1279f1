import type { ReactNode } from 'react';
import style from './VisuallyHidden.module.css';

/** Text for screen readers alone; a `status` is a live region that must exist before its text. */
export function VisuallyHidden({ role, children }: { role?: 'status'; children: ReactNode }) {
  return (
    <span role={role} className={style.hidden}>
      {children}
    </span>
  );
}
