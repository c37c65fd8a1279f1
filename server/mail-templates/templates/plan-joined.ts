import type { Day } from '#contract/fields/day.ts';
import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { action, greeting } from './phrases.ts';

/**
 * For a parent who has joined on a plan paid by somebody else until `paidUntil` (ISO date); `renews`: currently at that
 * person's cost.
 */
export type PlanJoinedProps = { firstName: string; paidUntil: Day; renews: boolean; billingUrl: string };

export const planJoined: MailTemplate<PlanJoinedProps> = (props, context) => {
  const { t } = context;
  const date = longDate(props.paidUntil, context);
  return {
    subject: m.mail_joined_subject({ brand: brand.name }, t),
    preview: m.mail_joined_preview({ date }, t),
    heading: m.mail_joined_heading({ brand: brand.name }, t),
    reason: m.mail_reason_account({ brand: brand.name }, t),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_joined_intro({ date }, t) },
      { kind: 'paragraph', text: (props.renews ? m.mail_joined_renews : m.mail_joined_ends)({}, t) },
      action({ label: m.mail_not_renewing_action({}, t), url: props.billingUrl }, context),
    ],
  };
};
