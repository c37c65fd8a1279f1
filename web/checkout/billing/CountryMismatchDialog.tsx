import { m } from '#messages/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { countryName } from '../country-name.ts';

export type CountryMismatch = { outcome: 'OTHER_PACKAGES' | 'NOT_SOLD'; country: string };

type Props = { mismatch: CountryMismatch | null; onStay: () => void; onContinue: () => void; onOtherPackages: () => void };

/** The chosen package and the country of the bill do not go together (specification 2.9). */
export function CountryMismatchDialog({ mismatch, onStay, onContinue, onOtherPackages }: Props) {
  if (mismatch === null) return null;
  const country = countryName(mismatch.country);
  const notSold = mismatch.outcome === 'NOT_SOLD';
  const actions = notSold ? (
    <Button onClick={onStay}>{m.payment_mismatch_change_address()}</Button>
  ) : (
    <>
      <Button onClick={onOtherPackages}>{m.payment_mismatch_see_plans({ country })}</Button>
      <Button look="quiet" onClick={onContinue}>
        {m.payment_mismatch_continue()}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onStay}
      title={notSold ? m.payment_mismatch_not_sold_title({ country }) : m.payment_mismatch_modal_title({ country })}
      actions={actions}
    >
      <p>{notSold ? m.payment_mismatch_not_sold_subtext({ country }) : m.payment_mismatch_modal_subtext({ country })}</p>
    </Dialog>
  );
}
