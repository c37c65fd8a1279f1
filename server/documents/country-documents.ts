import type { ServedCountry } from '#contract/fields/countries.ts';
import { m } from '#messages/messages.js';

type Text = typeof m.document_invoice;

type CountryDocuments = {
  /** The seller's, as the country calls and writes it; the United States register in each state. */
  taxNumber: { name: Text; format: RegExp };
  /** Where the law requires other words; in Mexico a "factura" is a document sealed by the tax office. */
  titles?: { INVOICE?: Text; CREDIT_NOTE?: Text; DEBIT_NOTE?: Text };
};

/** What is particular to the invoices of each country. */
export const countryDocuments: Record<ServedCountry, CountryDocuments> = {
  US: { taxNumber: { name: m.document_tax_number_us, format: /^[\dA-Z][\dA-Z -]{3,}$/ } },
  CA: { taxNumber: { name: m.document_tax_number_ca, format: /^\d{9} ?RT ?\d{4}$/ } },
  GB: { taxNumber: { name: m.document_tax_number_gb, format: /^GB ?\d{3} ?\d{4} ?\d{2}$/ } },
  AU: {
    taxNumber: { name: m.document_tax_number_au, format: /^\d{2} ?\d{3} ?\d{3} ?\d{3}$/ },
    titles: {
      INVOICE: m.document_tax_invoice,
      CREDIT_NOTE: m.document_adjustment_note,
      DEBIT_NOTE: m.document_adjustment_note,
    },
  },
  NZ: {
    taxNumber: { name: m.document_tax_number_nz, format: /^\d{2,3}-\d{3}-\d{3}$/ },
    titles: { INVOICE: m.document_tax_invoice },
  },
  MX: {
    taxNumber: { name: m.document_tax_number_mx, format: /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/ },
    titles: { INVOICE: m.document_comprobante },
  },
};
