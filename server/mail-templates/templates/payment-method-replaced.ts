import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { type PaidWith, paymentMethodText } from '../formats.ts';
import { fewMails, type MailTemplate } from '../mail-document.ts';
import { card, firstName } from '../sample-values.ts';
import { greeting, notYou } from './phrases.ts';

/** `replaced`: an earlier one was deleted. `isBackup`: it is kept beside the one that renewals are charged to. */
export const paymentMethodReplaced: MailTemplate<{
  firstName: string;
  replaced: boolean;
  isBackup: boolean;
  paymentMethod: PaidWith;
}> = {
  name: 'payment-method-replaced',
  kind: 'security',
  pace: { ...fewMails, next: 'left out' },
  sample: { firstName, replaced: true, isBackup: false, paymentMethod: card },
  write: (props, context) => {
    const { t } = context;
    const method = paymentMethodText(props.paymentMethod, context);
    const { subject, heading } = props.replaced
      ? { subject: m.mail_method_replaced_subject, heading: m.mail_method_replaced_heading }
      : { subject: m.mail_method_added_subject, heading: m.mail_method_added_heading };
    const [intro, preview] = props.isBackup
      ? [m.mail_method_backup_intro({ method }, t), m.mail_method_backup_preview({ method }, t)]
      : [m.mail_method_replaced_intro({ method }, t), m.mail_method_replaced_preview({ method }, t)];
    return {
      subject: subject({ brand: brand.name }, t),
      preview,
      heading: heading({}, t),
      reason: m.mail_reason_payment({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: props.replaced ? `${intro} ${m.mail_method_replaced_earlier({}, t)}` : intro },
        notYou(context),
      ],
    };
  },
};
