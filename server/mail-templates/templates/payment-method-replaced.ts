import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { type PaidWith, paymentMethodText } from '../formats.ts';
import { fewMails, type MailTemplate } from '../mail-document.ts';
import { card, firstName } from '../sample-values.ts';
import { greeting, notYou } from './phrases.ts';

/** `replaced`: an earlier one was deleted. */
export const paymentMethodReplaced: MailTemplate<{ firstName: string; replaced: boolean; paymentMethod: PaidWith }> = {
  name: 'payment-method-replaced',
  kind: 'security',
  pace: { ...fewMails, next: 'left out' },
  sample: { firstName, replaced: true, paymentMethod: card },
  write: (props, context) => {
    const { t } = context;
    const method = paymentMethodText(props.paymentMethod, context);
    const { subject, heading } = props.replaced
      ? { subject: m.mail_method_replaced_subject, heading: m.mail_method_replaced_heading }
      : { subject: m.mail_method_added_subject, heading: m.mail_method_added_heading };
    const intro = m.mail_method_replaced_intro({ method }, t);
    return {
      subject: subject({ brand: brand.name }, t),
      preview: m.mail_method_replaced_preview({ method }, t),
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
