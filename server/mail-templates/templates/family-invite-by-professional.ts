import { brand } from '#contract/brand.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { unlinked } from '../foreign-text.ts';
import { longDate } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { firstName } from '../sample-values.ts';
import { coParentInvite } from './co-parent-invite.ts';
import { inviterTexts } from './inviter-texts.ts';
import { action, greeting, link } from './phrases.ts';

/**
 * `professionalName` is how the professional signs (`Hon. Ana Ruiz`), empty if they have left. `paid`: the professional
 * bought the plan. `expiresOn` is an ISO date.
 */
export type FamilyInviteProps = {
  firstName: string;
  professionalName: string;
  paid: boolean;
  inviteUrl: string;
  stopUrl: string;
  expiresOn: Day;
};

const { inviteUrl, stopUrl, expiresOn } = coParentInvite.sample;

export const familyInviteByProfessional: MailTemplate<FamilyInviteProps> = {
  name: 'family-invite-by-professional',
  kind: 'invite',
  sample: {
    firstName,
    professionalName: 'Hon. Ana Ruiz',
    paid: true,
    inviteUrl,
    stopUrl,
    expiresOn,
  },
  write: (props, context) => {
    const { t } = context;
    const texts = inviterTexts('PROFESSIONAL', { inviterName: props.professionalName, context });
    return {
      subject: m.mail_invite_subject({ brand: brand.name }, t),
      preview: m.mail_pro_invite_preview({}, t),
      heading: m.mail_pro_invite_heading({}, t),
      reason: texts.reason,
      blocks: [
        greeting({ firstName: unlinked(props.firstName) }, context),
        { kind: 'paragraph', text: texts.intro },
        { kind: 'paragraph', text: props.paid ? m.mail_pro_invite_paid({}, t) : m.mail_invite_unpaid({}, t) },
        action({ label: m.mail_invite_action({}, t), url: props.inviteUrl }, context),
        { kind: 'note', text: m.mail_invite_expiry({ date: longDate(props.expiresOn, context) }, t) },
        { kind: 'note', text: m.mail_invite_unexpected({}, t) },
        link({ label: m.mail_invite_stop({}, t), url: props.stopUrl }, context),
      ],
    };
  },
};
