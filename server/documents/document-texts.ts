import type { Language } from '#contract/fields/languages.ts';
import { m } from '#messages/messages.js';
import { countryDocuments } from './country-documents.ts';
import type { IssuedDocument } from './document.ts';

type NamedDocument = Pick<IssuedDocument, 'kind' | 'country' | 'data'>;

const plain = { INVOICE: m.document_invoice, CREDIT_NOTE: m.document_credit_note, DEBIT_NOTE: m.document_debit_note };

/** A seller who is not registered for the tax of a country must not issue a tax invoice there. */
export function titleOf({ kind, country, data }: NamedDocument, language: Language): string {
  const registered = data.seller.taxNumber !== null || country === 'MX';
  const text = (registered ? countryDocuments[country].titles?.[kind] : undefined) ?? plain[kind];
  return text({}, { locale: language });
}

/** `ABN: 12 345 678 901`; none if the seller has no number. */
export function taxNumberLine({ country, data }: NamedDocument, language: Language): string[] {
  const { taxNumber: number } = data.seller;
  if (number === null) return [];
  const name = countryDocuments[country].taxNumber.name;
  const locale = { locale: language };
  return [m.document_tax_number({ label: name({}, locale), number }, locale)];
}

/** The seller: name, address, and the tax number if there is one. */
export function sellerLines(document: NamedDocument, language: Language): string[] {
  const { name, address } = document.data.seller;
  return [name, address, ...taxNumberLine(document, language)];
}
