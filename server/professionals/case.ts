import type { InviteStage } from '#contract/api/professionals/professional-cases.ts';
import { after } from '../clock.ts';
import { type Invite, inviteLifeMs } from '../identity/invite-repository.ts';
import { hasJoined, type User } from '../identity/user-repository.ts';

type InvitedParent = { user: Pick<User, 'status'>; invite: Pick<Invite, 'state' | 'invitedAt'> | null; now: Date };

/** The expiry of the link sent by the professional; one requested by the parent since may be valid longer. */
export const invitedUntil = ({ invitedAt }: Pick<Invite, 'invitedAt'>): Date => after(invitedAt, inviteLifeMs);

/** Whether an invited parent has joined, in whichever way, or the state of the professional's invite. */
export function inviteStage({ user, invite, now }: InvitedParent): InviteStage {
  if (hasJoined(user.status) || invite?.state === 'ACCEPTED') return 'JOINED';
  if (!invite || invite.state === 'SUPERSEDED') return 'NOT_INVITED';
  if (invite.state === 'REVOKED') return 'REVOKED';
  return invitedUntil(invite) <= now ? 'EXPIRED' : 'INVITED';
}
