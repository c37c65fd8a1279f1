import type { PriceLine } from '#contract/api/prices.ts';
import { currencyNote } from '#contract/fields/currency-note.ts';
import { formatCents } from '#contract/fields/money.ts';
import { m } from '#messages/messages.js';
import style from './PriceLines.module.css';
import { Unbroken } from './Unbroken.tsx';

type Props = {
  lines: readonly PriceLine[];
  totalLabel: string;
  totalFormatted: string;
  /** The billing country (ISO code); null while unknown. */
  country: string | null;
  /** Replaces the tax line: unknown without an address, or none to pay. Left out if the lines include tax. */
  tax?: 'pending' | 'none' | undefined;
};

/**
 * The order's lines and total. Tax comes before the codes that pay; tax included in the price is under the total,
 * because it is not added (specification 9).
 */
export function PriceLines({ lines, totalLabel, totalFormatted, country, tax }: Props) {
  const note = currencyNote(country);
  const included = lines.filter(({ kind }) => kind === 'INCLUDED_TAX');
  return (
    <div>
      <dl className={style.lines}>
        <Rows lines={lines.filter(({ kind }) => kind !== 'INCLUDED_TAX' && kind !== 'CODE')} />
        {tax && (
          <div className={style.line}>
            <dt>{m.payment_tax()}</dt>
            <dd className={tax === 'pending' ? style.pending : undefined}>
              {tax === 'pending' ? m.payment_tax_pending() : formatCents(0)}
            </dd>
          </div>
        )}
        <Rows lines={lines.filter(({ kind }) => kind === 'CODE')} />
        <div className={style.total}>
          <dt>{totalLabel}</dt>
          <dd>{totalFormatted}</dd>
        </div>
      </dl>
      {included.map((line) => (
        <p key={line.name} className={style.included}>
          {m.payment_line_included({ label: line.label, amount: line.amountFormatted })}
        </p>
      ))}
      {note && <p className={style.included}>{note}</p>}
    </div>
  );
}

function Rows({ lines }: Pick<Props, 'lines'>) {
  return lines.map((line, index) => (
    <div key={`${line.kind} ${line.name} ${index}`} className={style.line} data-minus={line.amount < 0 || undefined}>
      <dt>
        <Unbroken text={line.label} />
      </dt>
      <dd>{line.amountFormatted}</dd>
    </div>
  ));
}
