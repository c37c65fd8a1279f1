import { type ReactNode, useId } from 'react';
import { Button } from '#web/ui/Button.tsx';
import style from './PayBar.module.css';

type Props = {
  /** The order, shown in the bar on phones. */
  order?: ReactNode;
  /** With the amount, once it is known. */
  label: string;
  /** What a press means: what it agrees to, what renews when, until when it is refunded. Falsy while unknown. */
  facts: ReactNode;
  sending: boolean;
  blockedReason: string | undefined;
  onBlockedClick: () => void;
  onPay: () => void;
};

/** The Pay button with its amount, and under it what it means. Sticky on a phone. */
export function PayBar({ order, label, facts, sending, onPay, ...blocked }: Props) {
  const factsId = useId();
  return (
    <div className={style.bar}>
      {order && <div className={style.order}>{order}</div>}
      <Button
        className={style.button}
        waiting={sending}
        aria-describedby={facts ? factsId : undefined}
        onClick={onPay}
        {...blocked}
      >
        {label}
      </Button>
      {facts && (
        <div id={factsId} className={style.facts}>
          {facts}
        </div>
      )}
    </div>
  );
}
