import type { Day } from '#contract/fields/day.ts';
import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import type { Block, MailContext, MailTemplate } from '../mail-document.ts';
import { action } from './phrases.ts';

/** `resumeUrl`: back into the sign-up; null with an account or an invite. `until`: an ISO date. */
export type FeeWaiverGrantedProps = {
  code: string;
  packageName: 'ESSENTIALS' | 'PREMIUM' | 'BASIC';
  until: Day;
  /** The code has already paid the year of an account; `until` is then its end, and the code need not be used. */
  isPaid: boolean;
  resumeUrl: string | null;
};
export type FeeWaiverRefusedProps = Pick<FeeWaiverGrantedProps, 'resumeUrl'>;

const frame = ({ t }: MailContext) => ({
  subject: m.mail_fee_waiver_subject({ brand: brand.name }, t),
  preview: m.mail_fee_waiver_preview({}, t),
  reason: m.mail_fee_waiver_reason({}, t),
});

function resumeBlocks(resumeUrl: string | null, context: MailContext): Block[] {
  if (resumeUrl === null) return [];
  return [
    action({ label: m.mail_resume_action({}, context.t), url: resumeUrl }, context),
    { kind: 'note', text: m.mail_fee_waiver_link_note({}, context.t) },
  ];
}

/** Its subject does not mention money: others may see it. */
export const feeWaiverGranted: MailTemplate<FeeWaiverGrantedProps> = (props, context) => {
  const { t } = context;
  return {
    ...frame(context),
    heading: m.mail_fee_waiver_granted_heading({}, t),
    blocks: [
      {
        kind: 'paragraph',
        text: props.isPaid ? m.mail_fee_waiver_paid_text({}, t) : m.mail_fee_waiver_granted_text({}, t),
      },
      {
        kind: 'facts',
        caption: m.mail_fee_waiver_granted_heading({}, t),
        rows: [
          ...(props.isPaid ? [] : [{ label: m.mail_fee_waiver_code({}, t), value: props.code, whole: true }]),
          { label: m.mail_fee_waiver_plan({}, t), value: planName(props.packageName, context) },
          {
            label: props.isPaid ? m.mail_fee_waiver_paid_until({}, t) : m.mail_fee_waiver_until({}, t),
            value: longDate(props.until, context),
          },
        ],
      },
      ...resumeBlocks(props.resumeUrl, context),
      ...(props.isPaid ? [] : [{ kind: 'note' as const, text: m.mail_fee_waiver_granted_note({}, t) }]),
    ],
  };
};

function planName(packageName: FeeWaiverGrantedProps['packageName'], { t }: MailContext): string {
  const plan = `${packageName.slice(0, 1)}${packageName.slice(1).toLowerCase()}`;
  return m.mail_fee_waiver_year({ plan }, t);
}

export const feeWaiverRefused: MailTemplate<FeeWaiverRefusedProps> = ({ resumeUrl }, context) => {
  const { t, phone } = context;
  return {
    ...frame(context),
    heading: m.mail_fee_waiver_refused_heading({}, t),
    blocks: [
      { kind: 'paragraph', text: m.mail_fee_waiver_refused_text({}, t) },
      { kind: 'heading', text: m.mail_fee_waiver_else_heading({}, t) },
      { kind: 'paragraph', text: m.mail_fee_waiver_else_two_years({}, t) },
      { kind: 'paragraph', text: m.mail_fee_waiver_else_code({}, t) },
      { kind: 'paragraph', text: m.mail_fee_waiver_else_again({ phone }, t) },
      ...resumeBlocks(resumeUrl, context),
    ],
  };
};
