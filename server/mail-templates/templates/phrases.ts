import { listed } from '#contract/account/paid-for.ts';
import { currencyNote } from '#contract/fields/currency-note.ts';
import type { Day } from '#contract/fields/day.ts';
import { codeOfLink } from '#contract/sign-in/mailed-link.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import type { Block, MailContext, TypedCode } from '../mail-document.ts';

export function greeting({ firstName }: { firstName: string }, { t }: MailContext): Block {
  return { kind: 'paragraph', text: m.mail_greeting({ name: firstName }, t) };
}

/** "in 7 days", "in 1 day": part of a sentence. */
export function inDays(days: number, { t }: MailContext): string {
  return m.mail_in_days({ days }, t);
}

type Link = { label: string; url: string };

/** The main button, with its address written out below it, and its code if the link has secrets. */
export function action(to: Link, context: MailContext): Block {
  return { kind: 'action', ...to, fallback: m.mail_link_fallback({}, context.t), code: typedCode(to, context) };
}

/** A secondary action, with its code if the link has secrets. */
export function link(to: Link, context: MailContext): Block {
  return { kind: 'link', ...to, code: typedCode(to, context) };
}

function typedCode({ url }: Link, { t }: MailContext): TypedCode {
  const known = codeOfLink(url);
  return known && { text: m.mail_link_code({}, t), value: known.code };
}

/** `yearlyAmount`: what each year after it costs, if it is for two years. */
type RenewalTerms = { date: Day; amount: string; heldBy: string | null; yearlyAmount: string | null };

/** What the holder would no longer have from a renewal on; nothing if that is nothing. */
export function lossesFrom(
  { renewsOn, losses }: { renewsOn: Day; losses: readonly string[] },
  context: MailContext,
): Block[] {
  if (losses.length === 0) return [];
  const words = { date: longDate(renewsOn, context), parts: listed(losses, context.language) };
  return [{ kind: 'paragraph', text: m.mail_renewal_losses(words, context.t) }];
}

/**
 * Next amount, date, whose subscription it is if not the reader's own, and how to cancel: required by law beside every
 * recurring payment.
 */
export function renewalTerms({ date, amount, heldBy: name, yearlyAmount }: RenewalTerms, context: MailContext): string {
  const words = { date: longDate(date, context), amount };
  if (yearlyAmount !== null)
    return name === null
      ? m.mail_renewal_terms_two_years({ ...words, yearly: yearlyAmount }, context.t)
      : m.mail_renewal_terms_two_years_other({ ...words, yearly: yearlyAmount, name }, context.t);
  return name === null
    ? m.mail_renewal_terms(words, context.t)
    : m.mail_renewal_terms_other({ ...words, name }, context.t);
}

/** The button that leads to the payment method; nothing if one is stored (`url` null). */
export function addMethod(url: string | null, context: MailContext): Block[] {
  return url === null ? [] : [action({ label: m.account_add_payment_method({}, context.t), url }, context)];
}

type NeedsMethod = { date: Day; heldBy: string | null; addMethodUrl: string | null };

/**
 * For a renewal without a stored method: that one must be added, what happens otherwise, and where. Nothing if one is
 * stored.
 */
export function needsMethod({ date, heldBy: name, addMethodUrl: url }: NeedsMethod, context: MailContext): Block[] {
  if (url === null) return [];
  const by = longDate(date, context);
  const text =
    name === null
      ? m.mail_needs_method({ date: by }, context.t)
      : m.mail_needs_method_other({ date: by, name }, context.t);
  return [{ kind: 'paragraph', text }, ...addMethod(url, context)];
}

/** Below an amount, for readers whose bank uses another currency. */
export function currencyNotes({ country, t }: MailContext): string[] {
  const note = currencyNote(country, t);
  return note === null ? [] : [note];
}

export function currencyBlocks(context: MailContext): Block[] {
  return currencyNotes(context).map((text) => ({ kind: 'note', text }));
}

/** That a plan ends with the account, whatever was paid for; nothing if no closing was requested (null). */
export function planCloses({ closesOn }: { closesOn: Day | null }, context: MailContext): Block[] {
  if (closesOn === null) return [];
  return [{ kind: 'paragraph', text: m.mail_closing_plan({ date: longDate(closesOn, context) }, context.t) }];
}

/** Until when kept records can be read; nothing if no closing was requested (null): they stay readable. */
export function readableUntil({ closesOn }: { closesOn: Day | null }, context: MailContext): Block[] {
  if (closesOn === null) return [];
  return [{ kind: 'paragraph', text: m.mail_closing_readable({ date: longDate(closesOn, context) }, context.t) }];
}

export function cancelRenewal({ cancelUrl: url }: { cancelUrl: string }, context: MailContext): Block {
  return link({ label: m.account_cancel_renewal({}, context.t), url }, context);
}

/** Identifies the payment of a mail. */
export function paymentFacts(
  {
    planName,
    invoiceNumber,
    amount,
    paidOn,
  }: Record<'planName' | 'invoiceNumber' | 'amount', string> & { paidOn: Day },
  context: MailContext,
): Block {
  const { t } = context;
  return {
    kind: 'facts',
    caption: m.mail_disputed_payment({}, t),
    rows: [
      { label: m.mail_fact_plan({}, t), value: planName },
      { label: m.document_number_invoice({}, t), value: invoiceNumber, whole: true },
      { label: m.mail_fact_amount({}, t), value: amount },
      { label: m.receipt_date({}, t), value: longDate(paidOn, context) },
    ],
  };
}

/** A code to be typed on the page that waits for it. */
export function codeFacts(value: string, { t }: MailContext): Block {
  const rows = [{ label: m.mail_ownership_code_label({}, t), value, whole: true }];
  return { kind: 'facts', caption: m.mail_ownership_code_heading({}, t), rows };
}

/** In every warning of a change that its owner can undo. `myAccountUrl`: "This is my account". */
export function undoChanges({ myAccountUrl: url }: { myAccountUrl: string }, context: MailContext): Block {
  return link({ label: m.mail_account_change_undo({}, context.t), url }, context);
}

export function notYou({ phone, t }: MailContext): Block {
  return { kind: 'note', text: m.mail_not_you_call({ phone }, t) };
}

/** For mails that have already said what to do if it wasn't the reader. */
export function callUs({ phone, t }: MailContext): Block {
  return { kind: 'note', text: m.mail_ownership_call({ phone }, t) };
}
