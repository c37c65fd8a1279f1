import type { Day } from '#contract/fields/day.ts';
import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { action, greeting, inDays } from './phrases.ts';

/** For the holder of a plan paid by somebody else, before it ends: on `endsOn` (ISO date), in `daysLeft` days. */
export type PlanEndingProps = { firstName: string; endsOn: Day; daysLeft: number; billingUrl: string };

export const planEnding: MailTemplate<PlanEndingProps> = (props, context) => {
  const { t } = context;
  const date = longDate(props.endsOn, context);
  return {
    subject: m.mail_plan_ending_subject({ date }, t),
    preview: m.mail_plan_ending_preview({}, t),
    heading: m.mail_plan_ending_heading({ when: inDays(props.daysLeft, context) }, t),
    reason: m.mail_reason_account({ brand: brand.name }, t),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_plan_ending_intro({ date }, t) },
      { kind: 'paragraph', text: m.mail_plan_ending_go_on({}, t) },
      action({ label: m.mail_not_renewing_action({}, t), url: props.billingUrl }, context),
    ],
  };
};
