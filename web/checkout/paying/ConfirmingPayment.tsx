import { useEffect, useRef } from 'react';
import { m } from '#messages/messages.js';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { Notice } from '#web/ui/Card.tsx';
import style from './ConfirmingPayment.module.css';

type Props = { because: 'confirming' | 'lost'; round: number };

const longWait = 5;

/**
 * Replaces the page while the outcome is unknown: no button may be left to pay again. Takes the focus of the removed
 * button.
 */
export function ConfirmingPayment({ because, round }: Props) {
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => page.current?.focus(), []);
  return (
    <div ref={page} className={style.page} tabIndex={-1}>
      <div role="status" className={style.news}>
        <span className={style.ring} aria-hidden="true" />
        <p>{because === 'lost' ? m.payment_confirming_lost() : m.payment_confirming_text()}</p>
      </div>
      <p>{m.payment_confirming_leave()}</p>
      <div role="status">
        {round >= longWait && (
          <Notice>
            <p>{m.payment_confirming_long()}</p>
            <SupportContact />
          </Notice>
        )}
      </div>
    </div>
  );
}
