import { after, hours } from '../../clock.ts';
import type { Db } from '../../db/pool.ts';
import type { IssuedDocument } from '../../documents/document.ts';
import { fileNameOf, pdfOf } from '../../documents/document-pdf.ts';
import { leavingAlways } from '../../gateways/mail/port.ts';
import { uninvited } from '../../identity/invite-timing-repository.ts';
import { mayNameOthers } from '../../identity/proven-email.ts';
import { openEnvelope, recordMailReport } from '../../identity/returned-mail.ts';
import type { User } from '../../identity/user-repository.ts';
import type { MailTemplate, Pace } from '../../mail-templates/mail-document.ts';
import { renderMail } from '../../mail-templates/render-mail.ts';
import { DeliveryFailed, Postponed } from '../failed-attempt.ts';
import type { JobDependencies } from '../job.ts';
import { type Recipient, requireReachable } from './require-reachable.ts';
import { withoutNames } from './without-names.ts';

/** The recipient, with the language and country of this mail. */
type Reader = Pick<User, 'email' | 'language' | 'country'> &
  Partial<Pick<User, 'emailProvenAt' | 'frozenAt'>> &
  Recipient;

/**
 * `dedupeKey`: what the mail is about, such as `receipt.<order id>`. The message id contains it, so that a repeat is
 * recognised.
 */
type MailMessage<Props> = {
  dedupeKey: string;
  template: MailTemplate<Props>;
  props: NoInfer<Props>;
  /** Its reader has just requested it, and waits for it. */
  isRequested?: boolean;
  /** For invites: where one POST stops them (RFC 8058). */
  oneClickUnsubscribe?: string;
  /** Attached as a PDF. */
  document?: IssuedDocument | null;
};

/**
 * Sends a mail unless it was already sent, the recipient has no address (after closing), or they were never invited.
 * After a crash between sending and recording it can be sent again, under the same message id. Throws if it should be
 * retried; a mail that was refused for good is logged, without its address.
 */
export async function deliverMail<Props>(...mail: Parameters<typeof reachByMail<Props>>): Promise<void> {
  await reachByMail(...mail);
}

/** The same. False if it did not leave because of its address: none, held back after bounces, or refused. */
export async function reachByMail<Props>(
  dependencies: JobDependencies,
  reader: Reader,
  { dedupeKey, document = null, isRequested = false, oneClickUnsubscribe, ...message }: MailMessage<Props>,
): Promise<boolean> {
  const { id: userId, email: to, language, country } = reader;
  if (to === '') return false;
  const { db, mail, clock, sites, log, metrics } = dependencies;
  // The main site's host for everybody, so that a person who moves to another site gets no mail twice.
  const messageId = `${dedupeKey}@${new URL(sites.main.origin).hostname}`;
  if (await mustNotSend(db, { userId, messageId })) return true;
  const { template } = message;
  const pace = (reader.emailProvenAt === null && template.paceIfUnproven) || template.pace;
  if (pace && (await isPaced(dependencies, { userId, template: template.name, pace }))) return true;
  const kind = isRequested ? 'awaited' : template.kind;
  const alwaysLeaves = leavingAlways.has(kind);
  const decision = await requireReachable(dependencies, {
    reader,
    channel: 'mail',
    isAwaited: alwaysLeaves,
    messageKey: dedupeKey,
  });
  if (!decision) return true;
  const { neutral } = decision;
  const envelope = await openEnvelope(dependencies, {
    messageId,
    userId,
    email: to,
    template: template.name,
    alwaysLeaves,
  });
  if (envelope.withheld !== null) {
    log.info({ messageId, cause: envelope.withheld }, 'not sent: address suppressed after bounces');
    metrics?.mailWithheld({ cause: envelope.withheld });
    return false;
  }
  const { tag, headerId, returnPath } = envelope;
  const props = mayNameOthers(reader) ? message.props : withoutNames(message.props, language);
  const rendered = await renderMail({ ...message, props, language, country: country ?? 'US', neutral });
  const fileName = (of: IssuedDocument) => (neutral ? 'document.pdf' : fileNameOf(of));
  const attachments = document ? [{ fileName: fileName(document), pdf: await pdfOf(db, document) }] : [];
  const outcome = await mail.send({
    messageId: headerId,
    to,
    ...rendered,
    attachments,
    kind,
    ...(kind === 'invite' && oneClickUnsubscribe !== undefined ? { oneClickUnsubscribe } : {}),
    isNeutral: neutral,
    returnPath,
    tag,
  });
  if (outcome.outcome === 'retry')
    throw new DeliveryFailed({ by: 'MAIL', cause: outcome.cause, messageKey: `Mail ${messageId}` });
  if (outcome.outcome === 'refused') {
    log.error({ messageId, cause: outcome.cause }, 'mail refused');
    // Treated like a bounce: our own server reported at once what another would have reported later.
    if (outcome.cause !== 'recipient_refused' || tag === null) return false;
    const report = 'HARD';
    if (await recordMailReport(dependencies, { tag, report })) metrics?.mailReported({ report });
    return false;
  }
  await db
    .insertInto('sentMails')
    .values({ messageId, template: template.name, userId, sentAt: clock.now() })
    .onConflict((on) => on.doNothing())
    .execute();
  return true;
}

/**
 * True if the mail was already sent, or as long as the recipient was never invited: no other mail may reveal to them
 * that they are registered.
 */
async function mustNotSend(
  db: Db,
  { userId, messageId }: { userId: string | null; messageId: string },
): Promise<boolean> {
  const sent = db.selectFrom('sentMails').select('messageId').where('messageId', '=', messageId);
  const { stays } = await db
    .selectNoFrom((eb) =>
      (userId === null ? eb.exists(sent) : eb.or([eb.exists(sent), eb.exists(uninvited(db, userId))])).as('stays'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(stays);
}

/** Whether a notice is left out, because enough of its kind were sent. Throws Postponed if it must wait. */
async function isPaced(
  { db, clock }: Pick<JobDependencies, 'db' | 'clock'>,
  { userId, template, pace }: { userId: string | null; template: string; pace: Pace },
): Promise<boolean> {
  if (userId === null) return false;
  const sent = await db
    .selectFrom('sentMails')
    .select('sentAt')
    .where('userId', '=', userId)
    .where('template', '=', template)
    .where('sentAt', '>', after(clock.now(), -hours(pace.hours)))
    .orderBy('sentAt', 'desc')
    .limit(pace.most)
    .execute();
  const earliest = sent[pace.most - 1];
  if (!earliest) return false;
  if (pace.next === 'waits') throw new Postponed(after(earliest.sentAt, hours(pace.hours)));
  return true;
}
