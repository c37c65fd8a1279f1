import type { PriceLine } from '#contract/api/prices.ts';
import { currencyNote } from '#contract/currency-note.ts';
import { formatCents } from '#contract/money.ts';
import { m } from '#messages/messages.js';
import style from './PriceLines.module.css';
import { Unbroken } from './Unbroken.tsx';

type Props = {
  lines: readonly PriceLine[];
  totalLabel: string;
  totalFormatted: string;
  /** Of the bill (ISO code); null while it is not known. */
  country: string | null;
  /**
   * Said in place of a tax line: not known before there is an address, or none to pay. Left out, the lines say it all.
   */
  tax?: 'pending' | 'none' | undefined;
};

/**
 * What is paid, line by line, and the sum. Tax has one place, before the codes that pay; tax inside the price stands
 * under the sum, for it is not added (specification 9).
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
