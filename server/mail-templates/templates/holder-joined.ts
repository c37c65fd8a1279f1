import { brand } from '#contract/brand.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { firstName, site } from '../sample-values.ts';
import { action, greeting } from './phrases.ts';

/**
 * For the payer of a plan whose holder (`heldBy`) has joined: `days` before that were added, so it lasts until
 * `lastsUntil` (ISO date). `next`: what follows; `HELD` if nothing is charged for now.
 */
export type HolderJoinedProps = {
  firstName: string;
  heldBy: string;
  days: number;
  lastsUntil: Day;
  next: 'RENEWS' | 'HELD' | 'ENDS';
  billingUrl: string;
};

const outlooks = {
  RENEWS: m.mail_holder_joined_renews,
  HELD: m.mail_holder_joined_lasts,
  ENDS: m.mail_holder_joined_ends,
} as const;

export const holderJoined: MailTemplate<HolderJoinedProps> = {
  name: 'holder-joined',
  kind: 'transactional',
  sample: {
    firstName,
    heldBy: 'Tomás',
    days: 20,
    lastsUntil: '2027-12-21',
    next: 'RENEWS',
    billingUrl: `${site}/account/billing`,
  },
  write: (props, context) => {
    const { t } = context;
    const { heldBy: name, days } = props;
    return {
      subject: m.mail_holder_joined_subject({}, t),
      preview: m.mail_holder_joined_preview({ days }, t),
      heading: m.mail_holder_joined_heading({ name }, t),
      reason: m.mail_reason_payment({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: m.mail_holder_joined_intro({ name, days }, t) },
        { kind: 'paragraph', text: outlooks[props.next]({ date: longDate(props.lastsUntil, context) }, t) },
        action({ label: m.mail_not_renewing_action({}, t), url: props.billingUrl }, context),
      ],
    };
  },
};
