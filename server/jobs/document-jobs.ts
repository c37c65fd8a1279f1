import { issueMissingDocuments } from '../checkout/issue-missing-documents.ts';
import { pdfOf } from '../documents/document-pdf.ts';
import { readDocument } from '../documents/document-repository.ts';
import type { Job } from './job.ts';

/** Makes the PDF of what was just issued, unless somebody has asked for it before. */
export const makeDocumentPdf: Job<'make-document-pdf'> = {
  run: async ({ db }, { documentId }) => {
    const document = await readDocument(db, documentId);
    if (!document) throw new Error('A PDF has no document');
    await pdfOf(db, document);
  },
};

/** Invoices what a process of the release before invoices has sold meanwhile. */
export const issueMissingDocumentsJob: Job<'issue-missing-documents'> = {
  run: async (dependencies) => {
    const issued = await issueMissingDocuments(dependencies);
    if (issued > 0) dependencies.log.info({ issued }, 'missing documents issued');
  },
};
