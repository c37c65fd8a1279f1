import { createHash } from 'node:crypto';
import type { NextRenewal, PriceLine, Quote } from '#contract/api/prices.ts';
import { fieldErrorText } from '#contract/fields/field-errors.ts';
import type { Language } from '#contract/fields/languages.ts';
import { currency, divideRounded, formatCents } from '#contract/fields/money.ts';
import { m } from '#messages/messages.js';
import { includesTax } from './price-order.ts';
import type { PricedCode, PricedOrder, PricedTax, StoredQuote } from './stored-quote.ts';

export type RefusedCode = {
  code: string;
  reason: 'activation_code' | 'promo_code' | 'code_expired' | 'code_used_up' | 'code_not_for_package' | 'code_for_one';
};

const taxNames = {
  GST: m.tax_gst,
  PST: m.tax_pst,
  QST: m.tax_qst,
  HST: m.tax_hst,
  VAT: m.tax_vat,
  IVA: m.tax_iva,
  SALES_TAX: m.tax_sales_tax,
} as const;

export function taxLabel(name: string, language: Language): string {
  const text = Object.hasOwn(taxNames, name) ? taxNames[name as keyof typeof taxNames] : m.tax_sales_tax;
  return text({}, { locale: language });
}

/** The same with the taxed part of the price, if that is not all of it. */
function taxedLabel({ name, taxablePercent: percent }: PricedTax, language: Language): string {
  const tax = taxLabel(name, language);
  return percent === undefined ? tax : m.tax_on_part({ tax, percent }, { locale: language });
}

function line(kind: PriceLine['kind'], name: string, label: string, amount: number): PriceLine {
  return { kind, name, label, amount, amountFormatted: formatCents(amount) };
}

function includedTaxLine(priced: PricedOrder, language: Language): PriceLine {
  const name = priced.package.includedTaxName ?? 'VAT';
  const isOfTotal = priced.codes.every((code) => code.given);
  const text = isOfTotal ? m.price_including_tax : m.price_tax_in_full_price;
  const label = text({ tax: taxLabel(name, language) }, { locale: language });
  return line('INCLUDED_TAX', name, label, priced.includedTax);
}

function unusedLabel({ package: { name } }: PricedOrder) {
  return name === 'CODE_BUNDLE' ? m.price_codes_refunded : m.price_unused_part;
}

function codeLines(codes: readonly PricedCode[], language: Language): PriceLine[] {
  return codes.map(({ masked, amountCents }) =>
    line('CODE', masked, m.price_code({ code: masked }, { locale: language }), -amountCents),
  );
}

/** Lines in display order. Without INCLUDED_TAX, which is under the total, they sum to it. */
export function quoteLines({ priced, texts }: StoredQuote, language: Language): PriceLine[] {
  const locale = { locale: language };
  return [
    line('PACKAGE', priced.package.name, texts.package[language], priced.package.priceCents),
    ...priced.options
      .filter(({ priceCents }) => priceCents > 0)
      .map(({ name, priceCents }) => line('OPTION', name, texts.options[name]?.[language] ?? name, priceCents)),
    ...(priced.payForCoParent
      ? [line('CO_PARENT', 'CO_PARENT', m.price_co_parent({}, locale), priced.coParentTotal)]
      : []),
    ...(priced.coupon
      ? [
          line(
            'COUPON',
            priced.coupon.code,
            texts.coupon?.[language] ?? priced.coupon.code,
            -priced.coupon.discountCents,
          ),
        ]
      : []),
    ...(priced.unusedCents
      ? [line('PRORATION', 'PRORATION', unusedLabel(priced)({}, locale), -priced.unusedCents)]
      : []),
    ...codeLines(
      priced.codes.filter((code) => code.given),
      language,
    ),
    ...priced.taxes.map((tax) => line('TAX', tax.name, taxedLabel(tax, language), tax.amountCents)),
    ...codeLines(
      priced.codes.filter((code) => !code.given),
      language,
    ),
    ...(priced.includedTax > 0 ? [includedTaxLine(priced, language)] : []),
  ];
}

/** The taxes of a price separately, each as if included in the total. */
export function taxLines({ priced }: StoredQuote, language: Language): { label: string; amount: string }[] {
  const including = (tax: PricedTax) => m.price_including_tax({ tax: taxedLabel(tax, language) }, { locale: language });
  return [
    ...priced.taxes.map((tax) => ({ label: including(tax), amount: formatCents(tax.amountCents) })),
    ...(priced.includedTax > 0 ? [includedTaxLine(priced, language)] : []).map(({ label, amountFormatted }) => ({
      label,
      amount: amountFormatted,
    })),
  ];
}

/** Lines that sum to the total, and the note about included tax under it. */
export function linesAndNotes(lines: readonly PriceLine[], language: Language): { rows: PriceLine[]; notes: string[] } {
  const isIncludedTax = ({ kind }: PriceLine) => kind === 'INCLUDED_TAX';
  return {
    rows: lines.filter((line) => !isIncludedTax(line)),
    notes: lines
      .filter(isIncludedTax)
      .map(({ label, amountFormatted: amount }) => m.payment_line_included({ label, amount }, { locale: language })),
  };
}

/** The stored form: only the last characters of a code, so that a reader of the database cannot spend it. */
export function withoutTypedCodes(stored: StoredQuote): StoredQuote {
  const codes = stored.priced.codes.map((code) => ({ ...code, typed: code.masked }));
  return { ...stored, priced: { ...stored.priced, codes } };
}

/** Identifies exactly this price for exactly this order: equal quotes have equal ids, on every process. */
export function quoteId({ priced, renewal }: StoredQuote): string {
  const {
    // Another version with the same prices is the same quote.
    package: { priceVersion: _, ...chosen },
    options,
    coupon,
    taxes,
    codes,
    payForCoParent,
    total,
    taxAmount,
    subTotalAfterDiscount,
    unusedCents,
  } = priced;
  const usedCodes = codes.map(({ id, amountCents }) => [id, amountCents]);
  const named = {
    chosen,
    options,
    coupon,
    taxes,
    usedCodes,
    payForCoParent,
    total,
    taxAmount,
    subTotalAfterDiscount,
    unusedCents,
    renewal: renewal.amountCents,
  };
  return createHash('sha256').update(JSON.stringify(named)).digest('base64url').slice(0, 32);
}

function totalsOf(priced: PricedOrder): Quote['totals'] {
  const amounts = {
    selectedPackageTotal: priced.selectedPackageTotal,
    subTotal: priced.subTotal,
    subTotalAfterDiscount: priced.subTotalAfterDiscount,
    taxAmount: priced.taxAmount,
    paymentCodeTotal: priced.paymentCodeTotal,
    total: priced.total,
  };
  return {
    currencyCode: currency.code,
    ...amounts,
    selectedPackageTotalFormatted: formatCents(amounts.selectedPackageTotal),
    subTotalFormatted: formatCents(amounts.subTotal),
    subTotalAfterDiscountFormatted: formatCents(amounts.subTotalAfterDiscount),
    taxAmountFormatted: formatCents(amounts.taxAmount),
    paymentCodeTotalFormatted: formatCents(amounts.paymentCodeTotal),
    totalFormatted: formatCents(amounts.total),
  };
}

/** The next charge for one person of an order. */
export function nextRenewal(
  { priced, renewal: { amountCents, date } }: StoredQuote,
  heldBy: string | null,
): NextRenewal {
  const amount = divideRounded(amountCents, priced.payForCoParent ? 2 : 1);
  return { heldBy, amount, amountFormatted: formatCents(amount), date };
}

/** A quote in the contract's format, in a language. `coParent`: first name, if their subscription is paid for too. */
export function presentQuote(
  stored: StoredQuote,
  {
    language,
    coParent = null,
    refusedCodes = [],
  }: { language: Language; coParent?: string | null; refusedCodes?: RefusedCode[] },
): Quote {
  const { priced, texts, renewal } = stored;
  const other = coParent ?? m.account_the_other_parent({}, { locale: language });
  return {
    lines: quoteLines(stored, language),
    totals: totalsOf(priced),
    taxes: priced.taxes.map((tax) => ({
      name: taxedLabel(tax, language),
      amount: tax.amountCents,
      amountFormatted: formatCents(tax.amountCents),
    })),
    couponDetail: priced.coupon && {
      couponCode: priced.coupon.code,
      description: texts.coupon?.[language] ?? '',
      discount: priced.coupon.discountCents,
      discountFormatted: formatCents(priced.coupon.discountCents),
    },
    paymentCodeDetails: priced.codes.map(({ typed, amountCents }) => ({
      code: typed,
      amount: amountCents,
      amountFormatted: formatCents(amountCents),
    })),
    refusedCodes: refusedCodes.map((refused) => ({
      ...refused,
      text: fieldErrorText({ field: 'code', code: refused.reason, language }),
    })),
    payForCoParent: priced.payForCoParent,
    taxesCalculated: priced.taxesCalculated,
    includesVat: includesTax(priced),
    taxId: quoteId(stored),
    finalPrice: priced.total,
    renewal: {
      amount: renewal.amountCents,
      amountFormatted: formatCents(renewal.amountCents),
      date: renewal.date,
      years: 1,
    },
    renewals: renewal.cancelled
      ? []
      : (priced.payForCoParent ? [null, other] : [null]).map((heldBy) => nextRenewal(stored, heldBy)),
  };
}
