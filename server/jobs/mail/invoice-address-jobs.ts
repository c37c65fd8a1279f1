import { unrestrictedReach } from '#contract/account/reach-channels.ts';
import { formatDocumentNumber } from '#contract/fields/document-number.ts';
import { formatCents } from '#contract/fields/money.ts';
import { refusesInvoices } from '../../account/invoice-address.ts';
import { after, hours } from '../../clock.ts';
import { pdfOf } from '../../documents/document-pdf.ts';
import { readDocument } from '../../documents/document-repository.ts';
import { readInvoiceAddress } from '../../documents/invoice-address.ts';
import { readToken } from '../../identity/single-use-token.ts';
import { readUser } from '../../identity/user-repository.ts';
import { stopToken } from '../../invites/stop-invites.ts';
import { documentCopy, invoiceAddress } from '../../mail-templates/templates/invoice-address.ts';
import { Postponed } from '../failed-attempt.ts';
import type { Job } from '../job.ts';
import { deliverMail } from './deliver-mail.ts';
import { links } from './links.ts';

/** Somebody without an account, whose own preferences are unknown. */
const reader = { id: null, reach: unrestrictedReach } as const;

/** Asks the reader of a second address whether they want the payer's invoices. Not sent if it was removed meanwhile. */
export const sendInvoiceAddress: Job<{
  /** Of the link that the message contains. */
  tokenId: string;
}> = {
  run: async (dependencies, { tokenId }) => {
    const { db, clock, makeToken } = dependencies;
    const token = await readToken(db, tokenId);
    const payer = token && (await readUser(db, token.userId));
    if (!token || !payer || payer.frozenAt !== null || token.usedAt !== null || token.expiresAt <= clock.now()) return;
    const address = await readInvoiceAddress(db, payer.id);
    if (!address || address.agreedAt !== null || (await refusesInvoices(dependencies, address.email))) return;
    const { email } = address;
    const to = links(dependencies, payer);
    await deliverMail(
      dependencies,
      { ...reader, email, language: payer.language, country: payer.country },
      {
        dedupeKey: `invoice-address.${tokenId}`,
        template: invoiceAddress,
        oneClickUnsubscribe: to.stopInvitesInOneClick(
          stopToken(makeToken, { link: 'ONE_CLICK', email, of: 'INVOICES' }),
        ),
        props: {
          payerFirstName: payer.firstName,
          agreeUrl: to.agreeToInvoices(makeToken('INVOICE_ADDRESS', tokenId)),
          stopUrl: to.stopInvoices(stopToken(makeToken, { link: 'LINK', email, of: 'INVOICES' })),
        },
      },
    );
  },
};

/**
 * Mails an invoice or credit note to its payer's second address, once: to the one that was in use when it was issued,
 * if it still is. It waits while two people claim the account, because it shows where one of them lives.
 */
export const sendDocumentCopy: Job<{ documentId: string }> = {
  run: async (dependencies, { documentId }) => {
    const { db, clock, makeToken } = dependencies;
    const document = await readDocument(db, documentId);
    if (!document) return;
    // Drawn before the decision: what is removed meanwhile must not leave.
    await pdfOf(db, document);
    const payer = await readUser(db, document.userId);
    const address = await readInvoiceAddress(db, document.userId);
    if (!payer || !address?.agreedAt || address.agreedAt > document.issuedAt) return;
    if (payer.frozenAt !== null) throw new Postponed(after(clock.now(), hours(6)));
    const { email } = address;
    if (await refusesInvoices(dependencies, email)) return;
    const { kind, amountCents, language, country, data } = document;
    await deliverMail(
      dependencies,
      { ...reader, email, language, country },
      {
        dedupeKey: `document-copy.${documentId}`,
        template: documentCopy,
        document,
        props: {
          kind: kind === 'INVOICE' ? kind : 'CREDIT_NOTE',
          number: formatDocumentNumber(document),
          payerName: data.buyer[0] ?? payer.firstName,
          issuedOn: document.issuedOn,
          amount: formatCents(amountCents),
          stopUrl: links(dependencies, payer).stopInvoices(
            stopToken(makeToken, { link: 'LINK', email, of: 'INVOICES' }),
          ),
        },
      },
    );
  },
};
