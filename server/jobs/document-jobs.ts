import { after, days } from '../clock.ts';
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

/** How long a process of the release before may still sell, or a person's correction wait to be credited. */
const lookBackDays = 7;

/** Invoices what a process of the release before invoices has sold meanwhile; credits what was put right by hand. */
export const issueMissingDocumentsJob: Job<'issue-missing-documents'> = {
  run: async (dependencies) => {
    const issued = await issueMissingDocuments(dependencies, {
      since: after(dependencies.clock.now(), -days(lookBackDays)),
    });
    if (issued > 0) dependencies.log.info({ issued }, 'missing documents issued');
  },
};
