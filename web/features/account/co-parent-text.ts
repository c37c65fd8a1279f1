import type { coParentStates } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';

type CoParent = {
  firstName: string;
  state: (typeof coParentStates)[number];
  invite: { withdrawn: boolean } | null;
};

const coParents: Record<CoParent['state'], (words: { name: string }) => string> = {
  JOINED: m.account_co_parent_joined,
  INVITED: m.account_co_parent_invited,
  NOT_INVITED: m.account_co_parent_not_invited,
  NO_ACCOUNT: () => m.account_co_parent_no_account(),
};

/** How far the other parent has come. */
export function coParentText({ firstName, state, invite }: CoParent): string {
  return (invite?.withdrawn ? m.account_invite_is_withdrawn : coParents[state])({ name: firstName });
}
