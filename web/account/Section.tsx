import type { ReactNode } from 'react';
import style from './account.module.css';

type Props = { id: string; heading: string; children: ReactNode };

/** A part of a page with a heading that links can lead to. */
export function Section({ id, heading, children }: Props) {
  return (
    <section className={style.section} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className={style.heading}>
        {heading}
      </h2>
      {children}
    </section>
  );
}

/** What came of a press, read out when it comes. It stands from the start. */
export function LiveText({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={style.live}>
      {children}
    </div>
  );
}
