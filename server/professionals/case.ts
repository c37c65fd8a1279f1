import type { InviteStage } from '#contract/api/professional-cases.ts';
import type { Invite } from '../accounts/invite-repository.ts';
import type { User } from '../accounts/user-repository.ts';

/**
 * Whether an invited parent has given a contact of their own: from then on it and their address are theirs alone. A professional opens a
 * family without phones, and step 1 of the invite asks for one.
 */
export const hasBegun = ({ phoneNumber }: Pick<User, 'phoneNumber'>): boolean => phoneNumber !== '';

type Seen = { user: Pick<User, 'status'>; invite: Pick<Invite, 'state' | 'expiresAt'> | null; now: Date };

/** How far an invited parent has come, by the latest invite. Whoever has an account of their own has joined, by whichever way. */
export function inviteStage({ user, invite, now }: Seen): InviteStage {
  if (user.status !== 'INVITED' || invite?.state === 'ACCEPTED') return 'JOINED';
  if (!invite || invite.state === 'SUPERSEDED') return 'NOT_INVITED';
  if (invite.state === 'REVOKED') return 'REVOKED';
  return invite.expiresAt <= now ? 'EXPIRED' : invite.state;
}
