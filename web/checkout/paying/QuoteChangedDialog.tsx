import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

/** `offerEnded`: a discount of the earlier price has expired. */
export type QuoteChange = { before: string; now: string; offerEnded: boolean };

type Props = { change: QuoteChange; onCancel: () => void; onPay: () => void };

/** The price has changed: nothing was charged, and nothing is charged without a new confirmation. */
export function QuoteChangedDialog({ change, onCancel, onPay }: Props) {
  const { before, now, offerEnded } = change;
  const actions = (
    <>
      <Button variant="quiet" onClick={onCancel}>
        {m.payment_price_changed_stay()}
      </Button>
      <Button onClick={onPay}>{m.payment_price_changed_pay({ total: now })}</Button>
    </>
  );
  return (
    <Dialog
      open
      mustDecide
      onClose={onCancel}
      title={offerEnded ? m.payment_offer_ended_title() : m.payment_price_changed_title()}
      actions={actions}
    >
      <p>{offerEnded ? m.payment_offer_ended_text({ before, now }) : m.payment_price_changed_text({ before, now })}</p>
    </Dialog>
  );
}
