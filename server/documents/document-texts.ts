import type { ServedCountry } from '#contract/fields/countries.ts';
import type { Language } from '#contract/fields/languages.ts';
import { m } from '#messages/messages.js';
import type { IssuedDocument } from './document.ts';

type NamedDocument = Pick<IssuedDocument, 'kind' | 'country' | 'data'>;
type Text = typeof m.document_invoice;

/** The country's name for a seller's tax number. */
const taxNumberNames: Record<ServedCountry, Text> = {
  US: m.document_tax_number_us,
  CA: m.document_tax_number_ca,
  GB: m.document_tax_number_gb,
  AU: m.document_tax_number_au,
  NZ: m.document_tax_number_nz,
  MX: m.document_tax_number_mx,
};

/** Where the law requires other words; in Mexico a "factura" is a document sealed by the tax office. */
const titles: Partial<Record<ServedCountry, { INVOICE?: Text; CREDIT_NOTE?: Text; DEBIT_NOTE?: Text }>> = {
  AU: {
    INVOICE: m.document_tax_invoice,
    CREDIT_NOTE: m.document_adjustment_note,
    DEBIT_NOTE: m.document_adjustment_note,
  },
  NZ: { INVOICE: m.document_tax_invoice },
  MX: { INVOICE: m.document_comprobante },
};

const plain = { INVOICE: m.document_invoice, CREDIT_NOTE: m.document_credit_note, DEBIT_NOTE: m.document_debit_note };

/** A seller who is not registered for the tax of a country must not issue a tax invoice there. */
export function titleOf({ kind, country, data }: NamedDocument, language: Language): string {
  const registered = data.seller.taxNumber !== null || country === 'MX';
  const text = (registered ? titles[country]?.[kind] : undefined) ?? plain[kind];
  return text({}, { locale: language });
}

/** `ABN: 12 345 678 901`; none if the seller has no number. */
export function taxNumberLine({ country, data }: NamedDocument, language: Language): string[] {
  const { taxNumber: number } = data.seller;
  if (number === null) return [];
  const name = taxNumberNames[country];
  const locale = { locale: language };
  return [m.document_tax_number({ label: name({}, locale), number }, locale)];
}

/** The seller: name, address, and the tax number if there is one. */
export function sellerLines(document: NamedDocument, language: Language): string[] {
  const { name, address } = document.data.seller;
  return [name, address, ...taxNumberLine(document, language)];
}
