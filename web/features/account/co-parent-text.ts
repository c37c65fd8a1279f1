import type * as z from 'zod/mini';
import type { coParentStates, inviteView } from '#contract/api/sign-up/family.ts';
import { m } from '#messages/messages.js';
import { nameOf, timingText } from '#web/inviting/timing-text.ts';

type InviteView = z.output<typeof inviteView>;
type CoParent = {
  firstName: string;
  state: (typeof coParentStates)[number];
  invite: Pick<NonNullable<InviteView>, 'withdrawn' | 'timing' | 'byLetter' | 'returned'> | null;
};

const stateTexts: Record<CoParent['state'], (params: { name: string }) => string> = {
  JOINED: m.account_co_parent_joined,
  INVITED: m.account_co_parent_invited,
  NOT_INVITED: m.account_co_parent_not_invited,
  NO_ACCOUNT: () => m.account_co_parent_no_account(),
};

/** The state of the other parent's sign-up. */
export function coParentText({ firstName, state, invite }: CoParent): string {
  if (invite?.timing) return timingText(invite.timing, firstName);
  const name = nameOf(firstName);
  if (invite?.returned) return m.account_invite_returned({ name });
  if (invite?.byLetter && !invite.withdrawn) return m.inviting_text_by_letter({ name });
  return (invite?.withdrawn ? m.account_invite_is_withdrawn : stateTexts[state])({ name });
}
