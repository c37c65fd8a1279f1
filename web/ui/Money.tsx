import { formatCents } from '#contract/fields/money.ts';
import style from './Money.module.css';

/** An amount in integer US cents, in figures of one width; `minus` turns a discount's amount negative. */
export function Money({ cents, minus = false }: { cents: number; minus?: boolean }) {
  return <span className={style.money}>{formatCents(minus ? -cents : cents)}</span>;
}
