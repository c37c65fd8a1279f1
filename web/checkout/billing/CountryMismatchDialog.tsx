import { useState } from 'react';
import type { checkPackageCountry } from '#contract/api/packages.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { countryInSentence } from '../country-name.ts';

export type CountryMismatch = {
  outcome: 'OTHER_PACKAGES' | 'NOT_SOLD';
  country: string;
  samePlan: AnswerOf<typeof checkPackageCountry>['samePlan'];
};

type Props = {
  mismatch: CountryMismatch;
  onCancel: () => void;
  /** Continues with the plan of the same name at the country's price. */
  onContinue: (packageId: number) => Promise<void>;
  onOtherPackages: () => void;
};

/** The chosen package is not sold in the billing country (specification 2.9). */
export function CountryMismatchDialog({ mismatch, onCancel, onContinue, onOtherPackages }: Props) {
  const [waiting, setWaiting] = useState(false);
  const { samePlan } = mismatch;
  const country = countryInSentence(mismatch.country);
  const notSold = mismatch.outcome === 'NOT_SOLD';
  const continueWith = async (packageId: number) => {
    setWaiting(true);
    await onContinue(packageId);
    setWaiting(false);
  };
  const actions = notSold ? (
    <Button onClick={onCancel}>{m.payment_mismatch_change_address()}</Button>
  ) : (
    <>
      <Button onClick={onOtherPackages}>{m.payment_mismatch_see_plans({ country })}</Button>
      {samePlan && (
        <Button variant="quiet" waiting={waiting} onClick={() => void continueWith(samePlan.packageId)}>
          {m.payment_mismatch_continue({ plan: samePlan.displayName, total: samePlan.totalPriceFormatted })}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      open
      onClose={onCancel}
      title={notSold ? m.payment_mismatch_not_sold_title({ country }) : m.payment_mismatch_modal_title({ country })}
      actions={actions}
    >
      <p>
        {notSold ? m.payment_mismatch_not_sold_subtext({ country }) : m.payment_mismatch_modal_subtext({ country })}
      </p>
    </Dialog>
  );
}
