import type { ComponentProps } from 'react';
import { m } from '#messages/messages.js';
import { longDay } from '#web/i18n/long-day.ts';
import { eachText, WhatItNeeds } from './RenewalNotice.tsx';
import style from './RenewalNotice.module.css';

type Props = ComponentProps<typeof WhatItNeeds>;

/** What renews when and for how much: a line for each. */
export function RenewalFacts({ renewals }: Pick<Props, 'renewals'>) {
  const [first, second] = renewals;
  if (!first) return <p>{m.mail_renewal_none()}</p>;
  if (!second && first.heldBy === null)
    return <p>{m.payment_renewal_short({ amount: first.amountFormatted, date: longDay(first.date) })}</p>;
  return renewals.map((renewal) => <p key={renewal.heldBy}>{eachText(renewal)}</p>);
}

/** What the facts leave to say: how each renewal is stopped, and what it still needs. */
export function RenewalTerms({ renewals, needsMethod }: Props) {
  return (
    <div className={style.notice}>
      {renewals.length === 1 && <p>{m.payment_renewal_stop()}</p>}
      {renewals.length > 1 && (
        <>
          <p>{m.payment_renewals_each()}</p>
          <p>{m.payment_renewals_apart()}</p>
        </>
      )}
      <WhatItNeeds renewals={renewals} needsMethod={needsMethod} />
    </div>
  );
}
