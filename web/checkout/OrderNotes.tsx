import type { Quote } from '#contract/api/prices.ts';
import { supportPhone } from '#contract/fields/countries.ts';
import { m } from '#messages/messages.js';
import { bootData } from '#web/site/boot.ts';
import { ButtonLink } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { CheckoutSubject } from './checkout.ts';
import style from './OrderNotes.module.css';
import { RefundFact } from './review/RefundPromise.tsx';
import { RenewalFacts } from './review/RenewalFacts.tsx';

type Props = {
  quote: Quote;
  subject: Pick<CheckoutSubject, 'backTo' | 'detailsAt'>;
};

/** Beside the task in a wide window: way to the plans, refund, renewals, who sees the order, and whom to ask. */
export function OrderNotes({ quote, subject: { backTo, detailsAt } }: Props) {
  const { e164, display } = supportPhone(bootData().siteCountry);
  const notes = [
    <RefundFact key="refund" totalCents={quote.totals.total} forTwo={quote.payForCoParent} />,
    <RenewalFacts key="renewal" renewals={quote.renewals} />,
    <p key="private">{m.payment_private()}</p>,
  ];
  return (
    <div className={style.notes}>
      {backTo !== detailsAt && (
        <ButtonLink variant="link" className={style.plans} to={backTo}>
          {m.upgrade_change_plan()}
        </ButtonLink>
      )}
      {notes.map((note) => (
        <div key={note.key} className={style.note}>
          <Icon path="m4 10.500 4 4L16 6" />
          <div>{note}</div>
        </div>
      ))}
      <p className={style.questions}>
        {m.payment_questions()} <a href={`tel:${e164}`}>{display}</a>
      </p>
    </div>
  );
}
