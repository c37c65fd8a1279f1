import type { NextRenewal } from '#contract/api/prices.ts';
import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longDay } from '#web/i18n/long-day.ts';
import { addresses, base } from '#web/site/addresses.ts';
import layout from '#web/ui/layout.module.css';
import style from './RenewalNotice.module.css';

type Props = {
  renewals: readonly Pick<NextRenewal, 'heldBy' | 'amountFormatted' | 'date' | 'yearlyFormatted'>[];
  /** No method is stored to charge: `later` before the account exists where one can be added. */
  needsMethod: 'no' | 'later' | 'now';
};

const missing = { later: m.payment_renewal_needs_method_later, now: m.payment_renewal_needs_method };

/** The next charge, its date, what it still needs and how to cancel it: beside the Pay button and on the receipt. */
export function RenewalNotice({ renewals, needsMethod }: Props) {
  const [first] = renewals;
  return (
    <div className={style.notice}>
      {renewals.length > 1 ? (
        <SeparateRenewals renewals={renewals} />
      ) : (
        <p>{first ? singleRenewalText(first) : m.mail_renewal_none()}</p>
      )}
      <RenewalRequirements renewals={renewals} needsMethod={needsMethod} />
    </div>
  );
}

/** What a renewal still needs, with links to how to cancel and to the terms. */
export function RenewalRequirements({ renewals: [first], needsMethod }: Props) {
  return (
    <>
      {first && needsMethod !== 'no' && (
        <p>
          <strong>{missing[needsMethod]({ date: longDay(first.date) })}</strong>
        </p>
      )}
      <ul className={layout.links}>
        {first && needsMethod === 'now' && (
          <li>
            <a href={`${base}${addresses.billing}#payment-method`} target="_blank" rel="noopener">
              {m.payment_renewal_add_method()}
            </a>
          </li>
        )}
        <li>
          <a href={`${base}${addresses.howToCancel}`} target="_blank" rel="noopener">
            {m.payment_renewal_cancel()}
          </a>
        </li>
        <li>
          <a href={brand.links.terms} target="_blank" rel="noopener">
            {m.payment_terms()}
          </a>
        </li>
        <li>
          <a href={brand.links.privacy} target="_blank" rel="noopener">
            {m.payment_privacy()}
          </a>
        </li>
      </ul>
    </>
  );
}

type Renewal = Props['renewals'][number];

function singleRenewalText({ heldBy: name, amountFormatted: amount, date, yearlyFormatted: yearly }: Renewal): string {
  const params = { amount, date: longDay(date) };
  if (yearly !== undefined)
    return name === null
      ? m.mail_renewal_terms_two_years({ ...params, yearly })
      : m.mail_renewal_terms_two_years_other({ ...params, yearly, name });
  return name === null ? m.payment_renewal(params) : m.payment_renewal_other({ ...params, name });
}

export function renewalText({ heldBy: name, amountFormatted: amount, date }: Renewal): string {
  const params = { amount, date: longDay(date) };
  return name === null ? m.payment_renewals_own(params) : m.payment_renewals_other({ ...params, name });
}

/** Two renewals, each with its own amount and date, cancelled separately. */
function SeparateRenewals({ renewals }: Pick<Props, 'renewals'>) {
  return (
    <>
      <p>{m.payment_renewals_two()}</p>
      <ul className={style.each}>
        {renewals.map((renewal) => (
          <li key={renewal.heldBy}>{renewalText(renewal)}</li>
        ))}
      </ul>
      <p>{m.payment_renewals_apart()}</p>
    </>
  );
}
