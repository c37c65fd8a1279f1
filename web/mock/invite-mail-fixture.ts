import type { InviteMail } from '#contract/api/invites/invite-previews.ts';

export const inviteMail: InviteMail = {
  language: 'en',
  subject: "You're invited to Evenkeel",
  preview: 'Messages, calendar and expenses that both parents can rely on.',
  heading: 'Marta invites you to Evenkeel',
  blocks: [
    { kind: 'paragraph', text: 'Hello Joe,' },
    { kind: 'paragraph', text: 'You choose your own plan and pay for your own account.' },
    { kind: 'action', label: 'Get started', fallback: 'Or copy this address:' },
    { kind: 'note', text: 'The link is only for you and works until December 21, 2026.' },
  ],
  footer: ['You received this email because Marta gave us this address to invite you.'],
};
