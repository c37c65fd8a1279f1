import type { Paid } from '#contract/api/payments.ts';
import { m } from '#messages/messages.js';
import { useSignedIn } from '#web/auth-session/signed-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { RefundPromise } from '../review/RefundPromise.tsx';
import { RenewalNotice } from '../review/RenewalNotice.tsx';
import { PriceLines } from '../summary/PriceLines.tsx';
import { NextSteps } from './NextSteps.tsx';
import { PaymentInformation } from './PaymentInformation.tsx';
import style from './Receipt.module.css';
import { SecondFactorOffer } from './SecondFactorOffer.tsx';

type Props = {
  paid: Paid;
  invited: boolean;
  /** Whether the payer gets mail at all. */
  isMailed: boolean;
  /** Where the invite was sent; empty when no address is known. */
  coParentEmail: string;
  /** A text about the co-parent instead of the address. */
  coParentNote?: string | undefined;
  onLogIn: () => void;
};

/** The receipt and the next steps (specification 2.9). Prints on one page. */
export function Receipt({ paid, invited, isMailed, coParentEmail, coParentNote, onLogIn }: Props) {
  const { receipt, registration } = paid;
  const { email } = registration.parent;
  const isSignedIn = useSignedIn().state === 'in';
  const subtitle = isMailed ? m.receipt_subtitle({ email }) : m.receipt_subtitle_no_mail();
  return (
    <div data-bleed="">
      <div className={style.moment}>
        <svg width="112" height="112" viewBox="0 0 112 112" aria-hidden="true">
          <circle cx="56" cy="56" r="51" fill="var(--surface)" stroke="var(--primary)" strokeWidth="10" />
          <path
            d="m34 58 15 15 30-32"
            fill="none"
            stroke="var(--primary)"
            strokeWidth="10"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        <PageHeading focusOnLoad title={m.receipt_title()} subtitle={subtitle}>
          {invited ? m.receipt_heading_invited() : m.receipt_heading()}
        </PageHeading>
        <div className={style.screenOnly}>
          <Button className={style.main} onClick={onLogIn}>
            {isSignedIn ? m.sign_in_my_account() : m.receipt_log_in()}
          </Button>
        </div>
      </div>
      <div className={style.columns}>
        <div className={style.next}>
          <NextSteps
            email={isMailed ? email : null}
            coParentEmail={coParentEmail}
            coParentNote={coParentNote}
            coParentPhone={registration.coParent?.phoneNumberWithCountryCode ?? ''}
            invited={invited}
          />
          <section className={style.note} aria-labelledby="receipt-renewal">
            <h2 id="receipt-renewal">{m.receipt_renewal()}</h2>
            <RenewalNotice
              renewals={receipt.renewals}
              needsMethod={receipt.renewals.some(({ needsMethod }) => needsMethod) ? 'now' : 'no'}
            />
            <RefundPromise
              totalCents={receipt.totals.total}
              forTwo={receipt.payForCoParent}
              invitesOncePaid={coParentEmail !== '' && coParentNote === undefined}
            />
          </section>
          <div className={style.screenOnly}>
            <SecondFactorOffer />
          </div>
        </div>
        <div className={style.proof}>
          <Card as="section" labelledBy="receipt-order">
            <div className={layout.head}>
              <h2 id="receipt-order">{m.payment_order_summary()}</h2>
              <span className={style.screenOnly}>
                <Button variant="link" onClick={() => window.print()}>
                  {m.ui_print()}
                </Button>
              </span>
            </div>
            <PriceLines
              lines={receipt.lines}
              totalLabel={m.receipt_total_paid()}
              totalFormatted={receipt.totals.totalFormatted}
              country={receipt.country}
            />
            <section className={style.payment} aria-labelledby="receipt-payment">
              <h3 id="receipt-payment">{m.receipt_payment_information()}</h3>
              <PaymentInformation receipt={receipt} />
            </section>
          </Card>
        </div>
      </div>
    </div>
  );
}
