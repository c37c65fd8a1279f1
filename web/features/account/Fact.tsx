import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import layout from '#web/ui/layout.module.css';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import style from './fact.module.css';

type Props = { id: string; heading: string; of?: string | undefined; action?: ReactNode; children: ReactNode };

/** A row of a card: a name that can be linked to, what is true, and one action. `of`: whose, for screen readers. */
export function Fact({ id, heading, of, action, children }: Props) {
  return (
    <section className={style.fact} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className={classNames(style.name, layout.quietFocus)}>
        {heading}
        {of !== undefined && <VisuallyHidden>{` (${of})`}</VisuallyHidden>}
      </h2>
      <div className={style.what}>{children}</div>
      {action && <div className={style.action}>{action}</div>}
    </section>
  );
}
