import { m } from '#messages/messages.js';
import style from './Or.module.css';

/** Between the card and the wallets. */
export function Or() {
  return (
    <p className={style.or}>
      <span>{m.payment_or()}</span>
    </p>
  );
}
