import type { IssuedDocument } from '../documents/document.ts';
import { fileNameOf, pdfOf } from '../documents/document-pdf.ts';
import { openEnvelope } from '../identity/returned-mail.ts';
import { readTiming } from '../identity/invite-timing-repository.ts';
import type { User } from '../identity/user-repository.ts';
import type { MailProps, MailTemplateName } from '../mail-templates/mail-templates.ts';
import { renderMail } from '../mail-templates/render-mail.ts';
import { NotDelivered } from './failed-try.ts';
import type { JobDependencies } from './job.ts';
import { type Reached, reachReader } from './reach-reader.ts';

/**
 * Mails that nobody asked for. Receipts, links and what was decided about an account are none: they must reach their
 * reader.
 */
const unasked: ReadonlySet<MailTemplateName> = new Set([
  'co-parent-invite',
  'co-parent-invite-resend',
  'family-invite-by-professional',
  'credentials-reminder',
]);

/** Asked for a moment ago, or the last that can be sent: their reader's hours do not hold them back. */
const awaited: ReadonlySet<MailTemplateName> = new Set([
  'password-reset',
  'username-recovery',
  'email-change',
  'finish-credentials',
  'resume-link',
  'pro-confirmation',
  'account-closed',
]);

/** With the language and country of this mail. */
type Reader = Pick<User, 'email' | 'language' | 'country'> & Reached;

/**
 * `subject`: what the mail is about, such as `receipt.<order id>`; it makes the message id, so that a repeat is
 * recognised.
 */
type Letter<Name extends MailTemplateName> = {
  dedupeKey: string;
  template: Name;
  props: MailProps[Name];
  /** Sent along as PDF. */
  document?: IssuedDocument | null;
};

/**
 * Sends somebody a mail unless it has left already, they have no address, as after closing, or their invite waits. A
 * crash between sending and recording it can send it again, under the same message id. Throws when it should be tried
 * again; a mail that no server will take is logged, without its address.
 */
export async function deliverMail<Name extends MailTemplateName>(
  dependencies: JobDependencies,
  reader: Reader,
  { dedupeKey, document = null, ...letter }: Letter<Name>,
): Promise<void> {
  const { id: userId, email: to, language, country } = reader;
  if (to === '') return;
  const { db, mail, clock, publicUrl, log, metrics } = dependencies;
  // Whose invite waits must learn from nobody that they are here. Issuing one ends the wait.
  if (userId !== null && (await readTiming(db, userId))) return;
  const messageId = `${dedupeKey}@${new URL(publicUrl).hostname}`;
  const sent = await db
    .selectFrom('sentMails')
    .select('messageId')
    .where('messageId', '=', messageId)
    .executeTakeFirst();
  if (sent) return;
  const isAwaited = awaited.has(letter.template);
  const reached = await reachReader(dependencies, { reader, channel: 'mail', isAwaited, what: dedupeKey });
  if (!reached) return;
  const { neutral } = reached;
  const { template } = letter;
  const envelope = await openEnvelope(dependencies, { messageId, userId, email: to, template, isAwaited });
  if (envelope.withheld !== null) {
    log.info({ messageId, cause: envelope.withheld }, 'not sent: earlier mails to its address came back');
    return metrics?.mailWithheld({ cause: envelope.withheld });
  }
  const { returnPath } = envelope;
  const rendered = await renderMail({ ...letter, language, country: country ?? 'US', neutral });
  const fileName = (of: IssuedDocument) => (neutral ? 'document.pdf' : fileNameOf(of));
  const attachments = document ? [{ fileName: fileName(document), pdf: await pdfOf(db, document) }] : [];
  const isUnasked = unasked.has(template);
  const outcome = await mail.send({
    messageId,
    to,
    ...rendered,
    attachments,
    isUnasked,
    isNeutral: neutral,
    returnPath,
  });
  if (outcome.outcome === 'retry')
    throw new NotDelivered({ by: 'MAIL', cause: outcome.cause, what: `Mail ${messageId}` });
  if (outcome.outcome === 'refused') return log.error({ messageId, cause: outcome.cause }, 'mail refused');
  await db
    .insertInto('sentMails')
    .values({ messageId, template, userId, sentAt: clock.now() })
    .onConflict((on) => on.doNothing())
    .execute();
}
