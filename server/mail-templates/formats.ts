import { cardBrandName } from '#contract/fields/card-brands.ts';
import { dateLocale } from '#contract/fields/date-locale.ts';
import type { Day } from '#contract/fields/day.ts';
import { walletText } from '#contract/fields/wallet-text.ts';
import type { PaymentType } from '#contract/sign-up/payment-types.ts';
import { m } from '#messages/messages.js';
import type { MailContext } from './mail-document.ts';

type DateReader = Pick<MailContext, 'language'> & { country?: string | null };
const localeOf = ({ language, country = null }: DateReader) => dateLocale(language, country);

/** Created once for each locale: creating one takes longer than formatting a mail's dates. */
const longDates = new Map<string, Intl.DateTimeFormat>();

function longDateFormat(locale: string): Intl.DateTimeFormat {
  const format = longDates.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  longDates.set(locale, format);
  return format;
}

/**
 * `2026-11-21` → `November 21, 2026`, in Britain `21 November 2026`, `21 de noviembre de 2026`. Throws RangeError for
 * anything but a date.
 */
export function longDate(day: Day, reader: DateReader): string {
  return longDateFormat(localeOf(reader)).format(new Date(`${day}T00:00:00Z`));
}

/** An ISO instant in the reader's time zone (IANA name), with the zone's name, so that it is unambiguous. */
export function longTime({ instant, timeZone }: { instant: string; timeZone: string }, reader: DateReader): string {
  const format = new Intl.DateTimeFormat(localeOf(reader), {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
  return format.format(new Date(instant));
}

/**
 * The payment method, as the payment port describes it; CODE if codes covered everything, NOTHING if it cost nothing,
 * NONE if no method is known.
 */
export type PaidWith = Charged | { type: 'CODE' } | { type: 'NOTHING' } | { type: 'NONE' };

/** The parts of the gateway's method that mails and receipts show. */
export type Charged = {
  type: PaymentType;
  cardBrand: string | null;
  cardLastFour: string | null;
};

export function paidWith({ type, cardBrand, cardLastFour }: Charged): PaidWith {
  return { type, cardBrand, cardLastFour };
}

/** How an order was paid; if nothing was charged (`method` null), by its `codes`, if any. */
export function orderPaidWith({ method, codes }: { method: Charged | null; codes: number }): PaidWith {
  if (method !== null) return paidWith(method);
  return { type: codes > 0 ? 'CODE' : 'NOTHING' };
}

/** Never more of a card than its last four digits: anything longer is an error of the caller. */
export function paymentMethodText(method: PaidWith, { t }: Pick<MailContext, 't'>): string {
  if (method.type === 'CODE') return m.mail_payment_codes({}, t);
  if (method.type === 'NOTHING') return m.mail_payment_nothing({}, t);
  if (method.type === 'NONE') return m.mail_payment_none({}, t);
  const { type, cardBrand, cardLastFour } = method;
  if (cardLastFour !== null && !/^\d{4}$/.test(cardLastFour)) throw new RangeError('cardLastFour must be four digits');
  if (type === 'CREDIT_CARD') {
    const lastFour = cardLastFour ?? '••••';
    return cardBrand === null
      ? m.mail_payment_card_plain({ lastFour }, t)
      : m.mail_payment_card({ brand: cardBrandName(cardBrand), lastFour }, t);
  }
  return walletText(type, { cardBrand, cardLastFour }, t);
}
