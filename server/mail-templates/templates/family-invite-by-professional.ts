import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { unlinked } from '../foreign-text.ts';
import { longDate } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { action, greeting } from './phrases.ts';

/**
 * `professionalName` is how the professional signs (`Hon. Ana Ruiz`). `paid`: the professional bought the plan.
 * `expiresOn` is an ISO date.
 */
export type FamilyInviteProps = {
  firstName: string;
  professionalName: string;
  paid: boolean;
  inviteUrl: string;
  expiresOn: string;
};

export const familyInviteByProfessional: MailTemplate<FamilyInviteProps> = (props, context) => {
  const { t } = context;
  const names = { name: unlinked(props.professionalName), brand: brand.name };
  return {
    subject: m.mail_invite_subject(names, t),
    preview: m.mail_pro_invite_preview({}, t),
    heading: m.mail_pro_invite_heading({}, t),
    reason: m.mail_reason_invite(names, t),
    blocks: [
      greeting({ firstName: unlinked(props.firstName) }, context),
      { kind: 'paragraph', text: m.mail_pro_invite_intro(names, t) },
      { kind: 'paragraph', text: props.paid ? m.mail_pro_invite_paid({}, t) : m.mail_invite_unpaid({}, t) },
      action({ label: m.mail_invite_action({}, t), url: props.inviteUrl }, context),
      { kind: 'note', text: m.mail_invite_expiry({ date: longDate(props.expiresOn, context) }, t) },
      { kind: 'note', text: m.mail_invite_unexpected({}, t) },
    ],
  };
};
