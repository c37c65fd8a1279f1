import type { StillCharged } from '#contract/api/account.ts';
import { brand } from '#contract/brand.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import { type Block, fewMails, type MailContext, type MailTemplate } from '../mail-document.ts';
import { firstName, site } from '../sample-values.ts';
import { action, greeting, readableUntil } from './phrases.ts';

/**
 * `accessUntil` is the term’s last day (ISO date); until then the cancellation can be undone at `billingUrl`, unless
 * its holder pays from now on (`takenOver`). `heldBy`: whose subscription the reader pays for; null: their own.
 * `stillCharged`: what the reader is still charged for. `closesOn`: when the reader's account closes, if asked for.
 */
export type RenewalCancelledProps = {
  firstName: string;
  heldBy: string | null;
  accessUntil: Day;
  takenOver: boolean;
  billingUrl: string;
  stillCharged: readonly StillCharged[];
  closesOn: Day | null;
};

function stillChargedText({ heldBy: name, amountFormatted: amount, date }: StillCharged, context: MailContext): string {
  const words = { amount, date: longDate(date, context) };
  return name === null
    ? m.account_still_charged_own(words, context.t)
    : m.account_still_charged_other({ ...words, name }, context.t);
}

function takenOverWords(name: string, { date, t }: { date: string; t: MailContext['t'] }) {
  const heading = m.mail_taken_over_heading({ name }, t);
  return {
    subject: m.mail_taken_over_subject({}, t),
    preview: heading,
    heading,
    intro: m.mail_taken_over_intro({ name, date }, t),
  };
}

function words(name: string | null, { date, t }: { date: string; t: MailContext['t'] }) {
  if (name === null) {
    return {
      subject: m.mail_cancelled_subject({ brand: brand.name }, t),
      preview: m.mail_cancelled_preview({ date }, t),
      heading: m.mail_cancelled_heading({}, t),
      intro: m.mail_cancelled_intro({ date }, t),
    };
  }
  const heading = m.mail_cancelled_other_heading({ name }, t);
  return {
    subject: m.mail_cancelled_other_subject({ brand: brand.name }, t),
    preview: heading,
    heading,
    intro: m.mail_cancelled_other_intro({ name, date }, t),
  };
}

function wordsOf({ heldBy: name, takenOver }: RenewalCancelledProps, when: { date: string; t: MailContext['t'] }) {
  return takenOver && name !== null ? takenOverWords(name, when) : words(name, when);
}

function next({ takenOver, billingUrl: url }: RenewalCancelledProps, context: MailContext): Block[] {
  const { t } = context;
  if (takenOver) return [action({ label: m.mail_disputed_action({}, t), url }, context)];
  return [
    { kind: 'paragraph', text: m.mail_cancelled_undo({}, t) },
    action({ label: m.mail_cancelled_action({}, t), url }, context),
  ];
}

export const renewalCancelled: MailTemplate<RenewalCancelledProps> = {
  name: 'renewal-cancelled',
  kind: 'transactional',
  pace: { ...fewMails, next: 'waits' },
  sample: {
    firstName,
    heldBy: null,
    accessUntil: '2026-12-21',
    takenOver: false,
    billingUrl: `${site}/account/billing`,
    stillCharged: [{ heldBy: 'Tomás', amountFormatted: 'US$149.76', date: '2026-12-21' }],
    closesOn: null,
  },
  write: (props, context) => {
    const { t } = context;
    const date = longDate(props.accessUntil, context);
    const { subject, preview, heading, intro } = wordsOf(props, { date, t });
    return {
      subject,
      preview,
      heading,
      reason: m.mail_reason_payment({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: intro },
        ...(props.heldBy === null ? readableUntil(props, context) : []),
        ...props.stillCharged.map((one) => ({ kind: 'paragraph', text: stillChargedText(one, context) }) as const),
        ...next(props, context),
      ],
    };
  },
};
