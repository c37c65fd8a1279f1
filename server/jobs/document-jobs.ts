import { after, days } from '../clock.ts';
import { issueMissingDocuments } from '../checkout/issue-missing-documents.ts';
import { pdfOf } from '../documents/document-pdf.ts';
import { readDocument } from '../documents/document-repository.ts';
import type { Job } from './job.ts';

/** Renders the PDF of an issued document, unless somebody has requested it before. */
export const makeDocumentPdf: Job<'make-document-pdf'> = {
  run: async ({ db }, { documentId }) => {
    const document = await readDocument(db, documentId);
    if (!document) throw new Error('A PDF has no document');
    await pdfOf(db, document);
  },
};

/** How long a process of the previous release may still sell, or a manual correction may wait for its credit note. */
const lookBackDays = 7;

/** Invoices what a process of a release without invoices has sold meanwhile, and credits manual corrections. */
export const issueMissingDocumentsJob: Job<'issue-missing-documents'> = {
  run: async (dependencies) => {
    const issued = await issueMissingDocuments(dependencies, {
      since: after(dependencies.clock.now(), -days(lookBackDays)),
    });
    if (issued > 0) dependencies.log.info({ issued }, 'missing documents issued');
  },
};
