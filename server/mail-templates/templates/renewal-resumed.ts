import { brand } from '#contract/brand.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import { fewMails, type MailContext, type MailTemplate } from '../mail-document.ts';
import { cancelUrl, firstName } from '../sample-values.ts';
import { cancelRenewal, currencyBlocks, greeting, needsMethod, renewalTerms } from './phrases.ts';

/**
 * `amount` is formatted (`US$198.00`); `renewsOn` is an ISO date. `heldBy`: whose subscription the reader pays for;
 * null if it is their own. `yearlyAmount`: what each year after it costs, if it is for two years. `addMethodUrl`: null
 * if a payment method is stored.
 */
export type RenewalResumedProps = {
  firstName: string;
  heldBy: string | null;
  amount: string;
  yearlyAmount: string | null;
  renewsOn: Day;
  cancelUrl: string;
  addMethodUrl: string | null;
};

function words(name: string | null, { t }: MailContext) {
  if (name === null)
    return { subject: m.mail_resumed_subject({ brand: brand.name }, t), heading: m.mail_resumed_heading({}, t) };
  return {
    subject: m.mail_resumed_other_subject({ brand: brand.name }, t),
    heading: m.mail_resumed_other_heading({ name }, t),
  };
}

export const renewalResumed: MailTemplate<RenewalResumedProps> = {
  name: 'renewal-resumed',
  kind: 'transactional',
  pace: { ...fewMails, next: 'waits' },
  sample: {
    firstName,
    heldBy: null,
    amount: 'US$198.00',
    yearlyAmount: null,
    renewsOn: '2026-12-21',
    cancelUrl,
    addMethodUrl: null,
  },
  write: (props, context) => {
    const { t } = context;
    const { subject, heading } = words(props.heldBy, context);
    return {
      subject,
      preview: m.mail_resumed_preview({ date: longDate(props.renewsOn, context), amount: props.amount }, t),
      heading,
      reason: m.mail_reason_payment({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: m.mail_resumed_intro({}, t) },
        { kind: 'paragraph', text: renewalTerms({ ...props, date: props.renewsOn }, context) },
        ...currencyBlocks(context),
        ...needsMethod({ ...props, date: props.renewsOn }, context),
        cancelRenewal(props, context),
      ],
    };
  },
};
