import { useEffect, useRef } from 'react';
import { m } from '#messages/messages.js';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { Notice } from '#web/ui/Card.tsx';
import style from './ConfirmingPayment.module.css';

type Props = { reason: 'confirming' | 'lost'; attempt: number };

const longWait = 5;

/**
 * Replaces the page while the outcome is unknown, so that there is no button to pay again. Takes the focus of the
 * removed button.
 */
export function ConfirmingPayment({ reason, attempt }: Props) {
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => page.current?.focus(), []);
  return (
    <div ref={page} className={style.page} tabIndex={-1}>
      <div role="status" className={style.news}>
        <span className={style.ring} aria-hidden="true" />
        <p>{reason === 'lost' ? m.payment_confirming_lost() : m.payment_confirming_text()}</p>
      </div>
      <p>{m.payment_confirming_leave()}</p>
      <div role="status">
        {attempt >= longWait && (
          <Notice>
            <p>{m.payment_confirming_long()}</p>
            <SupportContact />
          </Notice>
        )}
      </div>
    </div>
  );
}
