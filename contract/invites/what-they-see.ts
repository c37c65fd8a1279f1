import { m } from '#messages/messages.js';
import type { Language } from '../fields/languages.ts';

type Text = (words: { name: string }, options?: { locale?: Language }) => string;

/**
 * What an invited parent learns of the inviter, sentence by sentence: `tests/api/invites/invite-preview.test.ts` has a
 * proof of each.
 */
export const visibleToInvited = {
  NAME: m.inviting_sees_name,
  CHILDREN: m.inviting_sees_children,
  PLAN: m.inviting_sees_plan,
  PAID: m.inviting_sees_paid,
} as const satisfies Record<string, Text>;

/** What an invited parent never learns. */
export const hiddenFromInvited = {
  CONTACT: m.inviting_unseen_contact,
  PAYING: m.inviting_unseen_paying,
  SIGN_IN: m.inviting_unseen_sign_in,
} as const satisfies Record<string, Text>;

export type Sentence = keyof typeof visibleToInvited | keyof typeof hiddenFromInvited;
