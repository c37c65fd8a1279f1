import { company } from '#contract/brand.ts';
import { facts } from '../pdf/blocks.ts';
import { paragraph, soft, taggedPdf } from '../pdf/tagged-pdf.ts';
import type { Evidence } from './evidence.ts';

/** The evidence as the one file that is uploaded to the bank. */
export function evidencePdf({ title, country, sections }: Evidence, at: Date): Promise<Buffer> {
  const footer = [`${company.name}, ${company.address}`];
  return taggedPdf({ title, language: 'en', country, footer, at }, (page) => {
    paragraph(page, { tag: 'H1', text: title, size: 20, bold: true, space: 0.6 });
    for (const { heading, rows } of sections) {
      paragraph(page, { tag: 'H2', text: heading, size: 13, bold: true, space: 0.3 });
      if (rows.length === 0) paragraph(page, { tag: 'P', text: 'None.', size: 10.5, color: soft });
      facts(page, rows);
      page.document.moveDown(0.8);
    }
  });
}
