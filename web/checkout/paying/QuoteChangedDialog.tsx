import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

/** `offerEnded`: what was taken off before is not taken off any more. */
export type QuoteChange = { before: string; now: string; offerEnded: boolean };

type Props = { change: QuoteChange | null; onStay: () => void; onPay: () => void };

/** The price has changed: nothing was charged, and nothing is without a new confirmation. */
export function QuoteChangedDialog({ change, onStay, onPay }: Props) {
  if (change === null) return null;
  const { before, now, offerEnded } = change;
  const actions = (
    <>
      <Button variant="quiet" onClick={onStay}>
        {m.payment_price_changed_stay()}
      </Button>
      <Button onClick={onPay}>{m.payment_price_changed_pay({ total: now })}</Button>
    </>
  );
  return (
    <Dialog
      open
      mustDecide
      onClose={onStay}
      title={offerEnded ? m.payment_offer_ended_title() : m.payment_price_changed_title()}
      actions={actions}
    >
      <p>{offerEnded ? m.payment_offer_ended_text({ before, now }) : m.payment_price_changed_text({ before, now })}</p>
    </Dialog>
  );
}
