import type { ReactNode } from 'react';
import style from './step-page.module.css';

/** What comes and goes and is read out politely. It stands from the start, and takes no room while empty. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={style.live}>
      {children}
    </div>
  );
}
