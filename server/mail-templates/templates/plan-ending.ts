import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { action, greeting, inDays } from './phrases.ts';

/**
 * To whoever holds a plan that a professional paid for, before it ends: on `endsOn` (ISO date), `daysLeft` days away.
 */
export type PlanEndingProps = { firstName: string; endsOn: string; daysLeft: number; billingUrl: string };

export const planEnding: MailTemplate<PlanEndingProps> = (props, context) => {
  const { say } = context;
  const date = longDate(props.endsOn, context);
  return {
    subject: m.mail_plan_ending_subject({ brand: brand.name, date }, say),
    preview: m.mail_plan_ending_preview({}, say),
    heading: m.mail_plan_ending_heading({ when: inDays(props.daysLeft, context) }, say),
    reason: m.mail_reason_account({ brand: brand.name }, say),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_plan_ending_intro({ date }, say) },
      { kind: 'paragraph', text: m.mail_plan_ending_go_on({}, say) },
      action({ label: m.mail_not_renewing_action({}, say), url: props.billingUrl }, context),
    ],
  };
};
