import type { ReactNode } from 'react';
import style from './VisuallyHidden.module.css';

/** Text for screen readers alone. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={style.hidden}>{children}</span>;
}
