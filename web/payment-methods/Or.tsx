import { m } from '#messages/messages.js';
import style from './Or.module.css';

/** The separator between card and wallets. */
export function Or() {
  return (
    <p className={style.or}>
      <span>{m.payment_or()}</span>
    </p>
  );
}
