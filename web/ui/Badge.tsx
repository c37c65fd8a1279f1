import style from './Badge.module.css';
import { classNames } from './class-names.ts';

export type Tone = 'plain' | 'good' | 'bad';

/** A status in one word. */
export function Badge({ tone = 'plain', children }: { tone?: Tone | undefined; children: string }) {
  return <span className={classNames(style.badge, tone !== 'plain' && style[tone])}>{children}</span>;
}
