import { brand } from '#contract/brand.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { firstName, site } from '../sample-values.ts';
import { action, greeting, inDays } from './phrases.ts';

const billingUrl = `${site}/account/billing`;

/**
 * For a parent who has joined on a plan paid by somebody else until `paidUntil` (ISO date); `renews`: currently at that
 * person's cost. `daysBefore`: added for the time before.
 */
export const planJoined: MailTemplate<{
  firstName: string;
  paidUntil: Day;
  renews: boolean;
  daysBefore: number;
  billingUrl: string;
}> = {
  name: 'plan-joined',
  kind: 'transactional',
  sample: { firstName, paidUntil: '2027-12-21', renews: true, daysBefore: 20, billingUrl },
  write: (props, context) => {
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
        ...(props.daysBefore > 0
          ? [{ kind: 'paragraph', text: m.mail_joined_days_before({ days: props.daysBefore }, t) } as const]
          : []),
        { kind: 'paragraph', text: (props.renews ? m.mail_joined_renews : m.mail_joined_ends)({}, t) },
        action({ label: m.mail_not_renewing_action({}, t), url: props.billingUrl }, context),
      ],
    };
  },
};

/**
 * For the holder of a plan paid by somebody else, before it ends: on `endsOn` (ISO date), in `daysLeft` days. `isFree`:
 * staff gave it, or codes paid it. `amount`: what a year costs them then.
 */
export const planEnding: MailTemplate<{
  firstName: string;
  endsOn: Day;
  daysLeft: number;
  isFree: boolean;
  amount: string;
  billingUrl: string;
}> = {
  name: 'plan-ending',
  kind: 'transactional',
  sample: { firstName, endsOn: '2026-12-21', daysLeft: 30, isFree: false, amount: 'US$144.00', billingUrl },
  write: (props, context) => {
    const { t } = context;
    const date = longDate(props.endsOn, context);
    return {
      subject: m.mail_plan_ending_subject({ date }, t),
      preview: m.mail_plan_ending_preview({}, t),
      heading: m.mail_plan_ending_heading({ when: inDays(props.daysLeft, context) }, t),
      reason: m.mail_reason_account({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        {
          kind: 'paragraph',
          text: (props.isFree ? m.mail_plan_ending_free_intro : m.mail_plan_ending_intro)({ date }, t),
        },
        {
          kind: 'paragraph',
          text: (props.isFree ? m.mail_plan_ending_free_go_on : m.mail_plan_ending_go_on)({}, t),
        },
        { kind: 'paragraph', text: m.mail_plan_ending_costs({ amount: props.amount }, t) },
        action({ label: m.mail_not_renewing_action({}, t), url: props.billingUrl }, context),
      ],
    };
  },
};

/** For the holder of a subscription that its payer had cancelled and has resumed. `renewsOn` is an ISO date. */
export const renewalPaidFor: MailTemplate<{ firstName: string; renewsOn: Day; billingUrl: string }> = {
  name: 'renewal-paid-for',
  kind: 'transactional',
  sample: { firstName, renewsOn: '2026-12-21', billingUrl },
  write: (props, context) => {
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
  },
};

/** For the holder of a subscription that somebody else has paid for another term, `until` an ISO date. */
export const renewedFor: MailTemplate<{ firstName: string; until: Day; billingUrl: string }> = {
  name: 'renewed-for',
  kind: 'transactional',
  sample: { firstName, until: '2027-12-21', billingUrl },
  write: (props, context) => {
    const { t } = context;
    const date = longDate(props.until, context);
    const subject = m.mail_renewed_for_subject({ brand: brand.name }, t);
    return {
      subject,
      preview: m.mail_paid_for_again_preview({}, t),
      heading: subject,
      reason: m.mail_reason_account({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: m.mail_renewed_for_intro({ date }, t) },
        action({ label: m.mail_not_renewing_action({}, t), url: props.billingUrl }, context),
      ],
    };
  },
};

/** For payer and holder of a renewal that staff moved to `renewsOn` (ISO date) by adding days. */
export const renewalMoved: MailTemplate<{ firstName: string; renewsOn: Day; billingUrl: string }> = {
  name: 'renewal-moved',
  kind: 'transactional',
  sample: { firstName, renewsOn: '2027-01-20', billingUrl },
  write: (props, context) => {
    const { t } = context;
    const date = longDate(props.renewsOn, context);
    const subject = m.mail_renewal_moved_subject({ date }, t);
    return {
      subject,
      preview: m.mail_renewal_moved_preview({}, t),
      heading: subject,
      reason: m.mail_reason_account({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: m.mail_renewal_moved_intro({ date }, t) },
        action({ label: m.mail_not_renewing_action({}, t), url: props.billingUrl }, context),
      ],
    };
  },
};

/** For the holder of a subscription that its payer has cancelled. `accessUntil` is an ISO date. */
export const renewalNotPaidFor: MailTemplate<{ firstName: string; accessUntil: Day; billingUrl: string }> = {
  name: 'renewal-not-paid-for',
  kind: 'transactional',
  sample: { firstName, accessUntil: '2026-12-21', billingUrl },
  write: (props, context) => {
    const { t } = context;
    const date = longDate(props.accessUntil, context);
    const subject = m.mail_not_renewing_subject({ brand: brand.name }, t);
    return {
      subject,
      preview: m.mail_cancelled_preview({ date }, t),
      heading: subject,
      reason: m.mail_reason_account({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: m.mail_not_renewing_intro({ date }, t) },
        action({ label: m.mail_not_renewing_action({}, t), url: props.billingUrl }, context),
      ],
    };
  },
};
