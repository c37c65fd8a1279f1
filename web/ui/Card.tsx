import type { ReactNode } from 'react';
import style from './Card.module.css';
import { classNames } from './class-names.ts';

type Props = {
  children: ReactNode;
  /** A short word on the upper edge ("Popular"); the card's border is then strong. */
  ribbon?: string | undefined;
  as?: 'div' | 'section' | 'article' | 'li' | 'aside';
  labelledBy?: string;
};

/**
 * A raised surface. In a grid its height follows its row, and a last child with `margin-top: auto` sits at the bottom.
 */
export function Card({ children, ribbon, as: Tag = 'div', labelledBy }: Props) {
  return (
    <Tag className={classNames(style.card, ribbon && style.featured)} aria-labelledby={labelledBy}>
      {ribbon && <span className={style.ribbon}>{ribbon}</span>}
      {children}
    </Tag>
  );
}

type NoticeProps = { tone?: 'neutral' | 'success' | 'error'; children: ReactNode };

/** A notice beside the task: neutral, success or error. An error that appears later needs `role="alert"` around it. */
export function Notice({ tone = 'neutral', children }: NoticeProps) {
  return <div className={classNames(style.notice, style[tone])}>{children}</div>;
}
