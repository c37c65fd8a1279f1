import type { ReactNode } from 'react';
import layout from '#web/ui/layout.module.css';
import style from './account.module.css';

type Props = { id: string; heading: string; children: ReactNode };

/** A section of a page whose heading can be linked to. */
export function Section({ id, heading, children }: Props) {
  return (
    <section className={style.section} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className={layout.quietFocus}>
        {heading}
      </h2>
      {children}
    </section>
  );
}
