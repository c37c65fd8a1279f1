import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { unlinked } from '../foreign-text.ts';
import { longDate } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { action, greeting } from './phrases.ts';

/**
 * `firstName` is the invited parent's. `paid`: the inviter paid for both. `expiresOn` is the link's last day (ISO
 * date).
 */
export type CoParentInviteProps = {
  firstName: string;
  inviterFirstName: string;
  paid: boolean;
  inviteUrl: string;
  expiresOn: string;
};

export const coParentInvite: MailTemplate<CoParentInviteProps> = (props, context) => {
  const { t } = context;
  const names = { name: unlinked(props.inviterFirstName), brand: brand.name };
  return {
    subject: props.paid ? m.mail_invite_subject_paid(names, t) : m.mail_invite_subject(names, t),
    preview: props.paid ? m.mail_invite_paid({}, t) : m.mail_invite_preview({}, t),
    heading: m.mail_invite_subject(names, t),
    reason: m.mail_reason_invite(names, t),
    blocks: [
      greeting({ firstName: unlinked(props.firstName) }, context),
      { kind: 'paragraph', text: m.mail_invite_intro(names, t) },
      { kind: 'paragraph', text: props.paid ? m.mail_invite_paid({}, t) : m.mail_invite_unpaid({}, t) },
      action({ label: m.mail_invite_action({}, t), url: props.inviteUrl }, context),
      { kind: 'note', text: m.mail_invite_expiry({ date: longDate(props.expiresOn, context) }, t) },
      { kind: 'note', text: m.mail_invite_privacy(names, t) },
      { kind: 'note', text: m.mail_invite_unexpected({}, t) },
    ],
  };
};
