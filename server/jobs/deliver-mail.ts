import type { MailProps, MailTemplateName } from '../mail-templates/mail-templates.ts';
import { type MailOrder, renderMail } from '../mail-templates/render-mail.ts';
import type { JobDependencies } from './job.ts';

/** A job may not be told apart from one that never ran; its mail can. */
class MailNotSent extends Error {}

/** `subject`: what the mail is about, such as `receipt.<order id>`; it makes the message id, so that a repeat is recognised. */
export type Delivery<Name extends MailTemplateName> = { to: string; userId: string | null; subject: string; order: MailOrder<Name> };

/**
 * Sends a mail unless it has left already. A crash between sending and recording it can send it again, under the same
 * message id. Throws when it should be tried again; a mail that no server will take is logged, without its address.
 */
export async function deliverMail<Name extends keyof MailProps>(
  { db, mail, clock, publicUrl, log }: JobDependencies,
  { to, userId, subject, order }: Delivery<Name>,
): Promise<void> {
  const messageId = `${subject}@${new URL(publicUrl).hostname}`;
  const sent = await db.selectFrom('sentMails').select('messageId').where('messageId', '=', messageId).executeTakeFirst();
  if (sent) return;
  const rendered = await renderMail(order);
  const outcome = await mail.send({ messageId, to, ...rendered });
  if (outcome.outcome === 'retry') throw new MailNotSent(`Mail ${messageId} has to wait: ${outcome.cause}`);
  if (outcome.outcome === 'refused') return log.error({ messageId, cause: outcome.cause }, 'mail refused');
  await db
    .insertInto('sentMails')
    .values({ messageId, template: order.template, userId, sentAt: clock.now() })
    .onConflict((on) => on.doNothing())
    .execute();
}
