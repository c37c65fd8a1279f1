import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { unlinked } from '../foreign-text.ts';
import type { MailContext } from '../mail-document.ts';

const texts = {
  PARENT: {
    named: {
      heading: m.mail_invite_heading,
      intro: m.mail_invite_intro,
      privacy: m.mail_invite_privacy,
      resend: m.mail_invite_resend_intro,
      reason: m.mail_reason_invite,
    },
    plain: {
      heading: m.mail_invite_subject,
      intro: m.mail_invite_plain_intro,
      privacy: m.mail_invite_plain_privacy,
      resend: m.mail_invite_plain_resend_intro,
      reason: m.mail_reason_invite_plain,
    },
  },
  PROFESSIONAL: {
    named: { intro: m.mail_pro_invite_intro, reason: m.mail_reason_invite },
    plain: { intro: m.pro_letter_from_plain, reason: m.mail_reason_pro_invite_plain },
  },
} as const;

/** The sentences about the inviter. One who has closed the account has no name any more: it is empty. */
export function inviterTexts<Inviter extends keyof typeof texts>(
  is: Inviter,
  { inviterName, context: { t } }: { inviterName: string; context: MailContext },
): Record<keyof (typeof texts)[Inviter]['named'], string> {
  const words = { name: unlinked(inviterName), brand: brand.name };
  const chosen = texts[is][inviterName === '' ? 'plain' : 'named'];
  const written = Object.entries(chosen).map(([key, text]) => [key, text(words, t)]);
  return Object.fromEntries(written) as Record<keyof (typeof texts)[Inviter]['named'], string>;
}
