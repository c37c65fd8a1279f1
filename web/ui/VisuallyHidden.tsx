import type { ReactNode } from 'react';
import style from './VisuallyHidden.module.css';

/** Text for screen readers alone; as `status` it is read out when it comes, and stands from the start. */
export function VisuallyHidden({ role, children }: { role?: 'status'; children: ReactNode }) {
  return (
    <span role={role} className={style.hidden}>
      {children}
    </span>
  );
}
