import { brand } from '#contract/brand.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import type { Block, MailContext, MailTemplate } from '../mail-document.ts';
import { site } from '../sample-values.ts';
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
export const feeWaiverGranted: MailTemplate<FeeWaiverGrantedProps> = {
  name: 'fee-waiver-granted',
  kind: 'transactional',
  sample: {
    code: 'K7MR-4XWP-9TQH',
    packageName: 'ESSENTIALS',
    until: '2027-02-19',
    isPaid: false,
    resumeUrl: `${site}/join/resume#token=sample`,
  },
  write: (props, context) => ({
    ...frame(context),
    heading: m.mail_fee_waiver_granted_heading({}, context.t),
    blocks: [
      {
        kind: 'paragraph',
        text: props.isPaid ? m.mail_fee_waiver_paid_text({}, context.t) : m.mail_fee_waiver_granted_text({}, context.t),
      },
      {
        kind: 'facts',
        caption: m.mail_fee_waiver_granted_heading({}, context.t),
        rows: [
          ...(props.isPaid ? [] : [{ label: m.mail_fee_waiver_code({}, context.t), value: props.code, whole: true }]),
          { label: m.mail_fee_waiver_plan({}, context.t), value: planName(props.packageName, context) },
          {
            label: props.isPaid ? m.mail_fee_waiver_paid_until({}, context.t) : m.mail_fee_waiver_until({}, context.t),
            value: longDate(props.until, context),
          },
        ],
      },
      ...resumeBlocks(props.resumeUrl, context),
      ...(props.isPaid ? [] : [{ kind: 'note' as const, text: m.mail_fee_waiver_granted_note({}, context.t) }]),
    ],
  }),
};

function planName(packageName: FeeWaiverGrantedProps['packageName'], { t }: MailContext): string {
  const plan = `${packageName.slice(0, 1)}${packageName.slice(1).toLowerCase()}`;
  return m.mail_fee_waiver_year({ plan }, t);
}

export const feeWaiverRefused: MailTemplate<FeeWaiverRefusedProps> = {
  name: 'fee-waiver-refused',
  kind: 'transactional',
  sample: { resumeUrl: `${site}/join/resume#token=sample` },
  write: ({ resumeUrl }, context) => {
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
  },
};
