import { brand } from '#contract/brand.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { unlinked } from '../foreign-text.ts';
import { longDate } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { firstName, site } from '../sample-values.ts';
import { inviterTexts } from './inviter-texts.ts';
import { action, greeting, link } from './phrases.ts';

/**
 * `firstName` is the invited parent's, `inviterFirstName` empty if the inviter has left. `paid`: the inviter paid for
 * both. `expiresOn` is the link's last day (ISO date).
 */
export type CoParentInviteProps = {
  firstName: string;
  inviterFirstName: string;
  paid: boolean;
  inviteUrl: string;
  /** Where its reader stops all invites. */
  stopUrl: string;
  expiresOn: Day;
};

export const coParentInvite: MailTemplate<CoParentInviteProps> = {
  name: 'co-parent-invite',
  kind: 'invite',
  sample: {
    firstName: 'Tomás',
    inviterFirstName: firstName,
    paid: true,
    inviteUrl: `${site}/join/invite#token=sample&user=01a1fd71-49d4-70ea-9f9e-5c2f22ff2801`,
    stopUrl: `${site}/stop-invites#token=sample`,
    expiresOn: '2026-12-21',
  },
  write: (props, context) => {
    const { t } = context;
    const texts = inviterTexts('PARENT', { inviterName: props.inviterFirstName, context });
    return {
      subject: (props.paid ? m.mail_invite_subject_paid : m.mail_invite_subject)({ brand: brand.name }, t),
      preview: props.paid ? m.mail_invite_paid({}, t) : m.mail_invite_preview({}, t),
      heading: texts.heading,
      reason: texts.reason,
      blocks: [
        greeting({ firstName: unlinked(props.firstName) }, context),
        { kind: 'paragraph', text: texts.intro },
        { kind: 'paragraph', text: props.paid ? m.mail_invite_paid({}, t) : m.mail_invite_unpaid({}, t) },
        action({ label: m.mail_invite_action({}, t), url: props.inviteUrl }, context),
        { kind: 'note', text: m.mail_invite_expiry({ date: longDate(props.expiresOn, context) }, t) },
        { kind: 'note', text: texts.privacy },
        { kind: 'note', text: m.mail_invite_unexpected({}, t) },
        link({ label: m.mail_invite_stop({}, t), url: props.stopUrl }, context),
      ],
    };
  },
};

/** A new link requested by an invited parent; earlier ones are invalid. */
export const coParentInviteResend: MailTemplate<CoParentInviteProps> = {
  name: 'co-parent-invite-resend',
  kind: 'invite',
  sample: coParentInvite.sample,
  write: (props, context) => {
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
  },
};
