import { m } from '#messages/messages.js';
import { acceptsMail } from '#web/join-session/join-session.ts';
import { useJoinSession } from '#web/join-session/session-store.ts';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import style from './ConfirmingPayment.module.css';
import type { PaymentProgress } from './use-paying.ts';

export type ConfirmingPaymentProps = {
  polling: Extract<PaymentProgress, { state: 'polling' }>;
  /**
   * The payer is signed in and will find the receipt in the account; otherwise only a mail can report the outcome
   * later.
   */
  hasAccount?: boolean;
};

const longWait = 5;

/**
 * Replaces the page while the outcome is unknown, so that there is no button to pay again. Takes the focus of the
 * removed button.
 */
export function ConfirmingPayment({ polling: { reason, polls }, hasAccount = false }: ConfirmingPaymentProps) {
  const isMailed = useJoinSession(acceptsMail);
  const isToldLater = hasAccount || isMailed;
  return (
    <div ref={focusOnMount} className={style.page} tabIndex={-1}>
      <div role="status" className={style.news}>
        <span className={style.ring} aria-hidden="true" />
        <p>{reason === 'lost' ? m.payment_confirming_lost() : m.payment_confirming_text()}</p>
      </div>
      {isToldLater ? (
        <p>{hasAccount ? m.payment_confirming_leave_account() : m.payment_confirming_leave()}</p>
      ) : (
        <>
          <p>{m.payment_confirming_leave_no_mail()}</p>
          <SupportContact />
        </>
      )}
      <div role="status">
        {polls >= longWait && (
          <Notice>
            <p>{m.payment_confirming_long()}</p>
            {isToldLater && (
              <>
                <p>{m.payment_confirming_contact()}</p>
                <SupportContact />
              </>
            )}
          </Notice>
        )}
      </div>
    </div>
  );
}
