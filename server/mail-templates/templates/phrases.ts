import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import type { Block, MailContext } from '../mail-document.ts';

export function greeting({ firstName }: { firstName: string }, { say }: MailContext): Block {
  return { kind: 'paragraph', text: m.mail_greeting({ name: firstName }, say) };
}

/** "in 7 days", "in one day": goes into a sentence. */
export function inDays(days: number, { say }: MailContext): string {
  return days === 1 ? m.mail_in_one_day({}, say) : m.mail_in_days({ days }, say);
}

/** The main button, with its address written out below it. */
export function action({ label, url }: { label: string; url: string }, { say }: MailContext): Block {
  return { kind: 'action', label, url, fallback: m.mail_link_fallback({}, say) };
}

/** Next amount, date, whose subscription it is where it is not the reader's own, and how to cancel: what the law wants beside every recurring payment. */
export function renewalTerms(
  { date, amount, heldBy: name }: { date: string; amount: string; heldBy: string | null },
  context: MailContext,
): string {
  const words = { date: longDate(date, context), amount };
  return name === null ? m.mail_renewal_terms(words, context.say) : m.mail_renewal_terms_other({ ...words, name }, context.say);
}

export function cancelRenewal({ cancelUrl }: { cancelUrl: string }, { say }: MailContext): Block {
  return { kind: 'link', label: m.mail_cancel_renewal({}, say), url: cancelUrl };
}

export function notYou({ phone, say }: MailContext): Block {
  return { kind: 'note', text: m.mail_not_you_call({ phone }, say) };
}
