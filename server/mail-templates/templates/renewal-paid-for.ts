import type { Day } from '#contract/fields/day.ts';
import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { action, greeting } from './phrases.ts';

/** For the holder of a subscription that its payer had cancelled and has resumed. `renewsOn` is an ISO date. */
export type RenewalPaidForProps = { firstName: string; renewsOn: Day; billingUrl: string };

export const renewalPaidFor: MailTemplate<RenewalPaidForProps> = (props, context) => {
  const { t } = context;
  const date = longDate(props.renewsOn, context);
  const subject = m.mail_paid_for_again_subject({ brand: brand.name }, t);
  return {
    subject,
    preview: m.mail_paid_for_again_preview({}, t),
    heading: subject,
    reason: m.mail_reason_account({ brand: brand.name }, t),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_paid_for_again_intro({ date }, t) },
      action({ label: m.mail_not_renewing_action({}, t), url: props.billingUrl }, context),
    ],
  };
};
