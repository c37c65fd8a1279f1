import { holdersAlone } from '#contract/account/paid-for.ts';
import type { Paid } from '#contract/api/payments.ts';
import { walletText } from '#contract/fields/wallet-text.ts';
import { m } from '#messages/messages.js';
import { currentLanguage } from '#web/i18n/language.ts';
import { timeText, unbrokenDay } from '#web/i18n/long-day.ts';
import style from './PaymentInformation.module.css';

type Receipt = Paid['receipt'];

/**
 * The card, or the wallet's name (specification 3.7); nothing was charged if codes covered the total, or if it was
 * zero.
 */
function paidWith({ paymentType, cardLastFour, paymentCodeDetails }: Receipt): string {
  if (paymentType === null)
    return paymentCodeDetails.length > 0 ? m.receipt_paid_with_code() : m.mail_payment_nothing();
  if (paymentType === 'CREDIT_CARD')
    return cardLastFour ? m.receipt_card_ending({ lastFour: cardLastFour }) : m.payment_card_title();
  return walletText(paymentType, { cardLastFour });
}

/** `code`: never broken across lines. */
type Row = { name: string; value: string; code?: boolean };

/** The persons and terms that were paid for. */
function termRows(paidFor: Receipt['paidFor']): Row[] {
  if (paidFor.length === 0) return [];
  const holders = { name: m.receipt_for(), value: holdersAlone(paidFor, currentLanguage()) };
  const term = paidFor.find(({ from }) => from !== null);
  if (!term?.from || !term.until) return [holders];
  const value = m.receipt_period_days({ from: unbrokenDay(term.from), until: unbrokenDay(term.until) });
  return [holders, { name: m.receipt_period(), value }];
}

/** How, when and under which number it was paid. */
export function PaymentInformation({ receipt }: { receipt: Receipt }) {
  const { transactionId, invoiceNumber, transactionDateTime, timeZone, paymentCodeDetails, paidFor } = receipt;
  const when = timeText(transactionDateTime, { dateStyle: 'long', timeZone });
  const rows: Row[] = [
    { name: m.document_number_invoice(), value: invoiceNumber, code: true },
    { name: m.payment_method(), value: paidWith(receipt) },
    { name: m.receipt_date(), value: when },
    ...(transactionId === null ? [] : [{ name: m.receipt_transaction(), value: transactionId, code: true }]),
    ...(paymentCodeDetails.length > 0
      ? [{ name: m.receipt_codes(), value: paymentCodeDetails.map(({ code }) => code).join(', ') }]
      : []),
    ...termRows(paidFor),
  ];
  return (
    <dl className={style.rows}>
      {rows.map(({ name, value, code }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-code={code || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
