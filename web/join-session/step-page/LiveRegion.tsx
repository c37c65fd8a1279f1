import type { ReactNode } from 'react';
import style from './step-page.module.css';

/** A polite live region. It must exist before its text, and takes no space while empty. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={style.live}>
      {children}
    </div>
  );
}
