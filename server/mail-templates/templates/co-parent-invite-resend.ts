import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { unlinked } from '../foreign-text.ts';
import { longDate } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import type { CoParentInviteProps } from './co-parent-invite.ts';
import { inviterTexts } from './inviter-texts.ts';
import { action, greeting, link } from './phrases.ts';

/** A new link requested by an invited parent; earlier ones are invalid. */
export const coParentInviteResend: MailTemplate<CoParentInviteProps> = (props, context) => {
  const { t } = context;
  const texts = inviterTexts('PARENT', { inviterName: props.inviterFirstName, context });
  return {
    subject: m.mail_invite_resend_subject({ brand: brand.name }, t),
    preview: m.mail_invite_resend_preview({}, t),
    heading: m.mail_invite_resend_heading({}, t),
    reason: texts.reason,
    blocks: [
      greeting({ firstName: unlinked(props.firstName) }, context),
      { kind: 'paragraph', text: texts.resend },
      { kind: 'paragraph', text: props.paid ? m.mail_invite_paid({}, t) : m.mail_invite_unpaid({}, t) },
      action({ label: m.mail_invite_action({}, t), url: props.inviteUrl }, context),
      { kind: 'note', text: m.mail_invite_expiry({ date: longDate(props.expiresOn, context) }, t) },
      link({ label: m.mail_invite_stop({}, t), url: props.stopUrl }, context),
    ],
  };
};
