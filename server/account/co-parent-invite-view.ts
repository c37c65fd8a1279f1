import type * as z from 'zod/mini';
import type { coParentStates, inviteView } from '#contract/api/sign-up/family.ts';
import type { Clock } from '../clock.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import { readTiming } from '../identity/invite-timing-repository.ts';
import { unreachableByMail } from '../identity/returned-mail.ts';
import { asInvited, familyMembers, type User } from '../identity/user-repository.ts';
import { whoseAccountIs } from '../identity/whose-account.ts';
import type { TokenMaker } from '../secret.ts';

export type InviteViewDependencies = { db: Db; clock: Clock; makeToken: TokenMaker };

/** `j•••@example.com`: enough to notice a typing mistake, too little to be read over a shoulder. */
const maskLocalPart = (email: string) => email.replace(/^(.).*(?=@)/u, '$1•••');

/**
 * The inviter's view of their co-parent's invite: the address as they entered it, whether they have withdrawn it, or
 * when it is sent. A link that the invited parent has requested since does not change it. Of bounces it shows only that
 * the entered address accepts no mail; never spam complaints, nor anything about an address that the invited parent
 * entered.
 */
export async function viewInvite(
  dependencies: Omit<InviteViewDependencies, 'db'> & { db: DbOrTrx },
  coParent: User,
): Promise<NonNullable<z.output<typeof inviteView>>> {
  const { db } = dependencies;
  const { id, language } = coParent;
  const { email } = asInvited(coParent);
  const [invites, timing, unreachable] = await Promise.all([
    db.selectFrom('invites').select(['state', 'invitedAt', 'byLetter']).where('userId', '=', id).execute(),
    readTiming(db, id),
    unreachableByMail(dependencies, [{ userId: id, email }]),
  ]);
  const latestAt = Math.max(...invites.map(({ invitedAt }) => invitedAt.getTime()));
  const latest = invites.filter(({ invitedAt }) => invitedAt.getTime() === latestAt);
  const withdrawn = latest.some(({ state }) => state === 'REVOKED');
  const byLetter = latest.some((invite) => invite.byLetter);
  return {
    email: maskLocalPart(email),
    withdrawn,
    // The inviter's choice: their co-parent can change it only after the invite, when there is no timing any more.
    timing: timing && { when: timing.timing, day: timing.day, language },
    byLetter,
    returned: unreachable.has(id) && !withdrawn && timing === null && !byLetter,
  };
}

/** The family's other parent; null if there is none. */
export async function coParentOf(db: DbOrTrx, { id, familyId }: Pick<User, 'id' | 'familyId'>): Promise<User | null> {
  const members = familyId === null ? [] : await familyMembers(db, familyId);
  return members.find((member) => member.id !== id && member.role !== 'PROFESSIONAL') ?? null;
}

/** Whether this parent may invite and name the other one: not if a professional does, nor if they have an account. */
export const isToInvite = async (
  db: DbOrTrx,
  { id, createdByProfessionalId }: Pick<User, 'id' | 'createdByProfessionalId'>,
): Promise<boolean> => createdByProfessionalId === null && (await whoseAccountIs(db, id)) !== 'OWN';

type CoParentView = {
  firstName: string;
  lastName: string;
  state: (typeof coParentStates)[number];
  mayEdit: boolean;
  /** Null if somebody else invited, or nobody is waiting. */
  invite: z.output<typeof inviteView>;
};

/**
 * What may be known of the other parent: whether they have joined and have an account, not that or when they closed it.
 * Whether they opened the invite, changed data or paid is private. For a parent invited by a professional, the
 * professional enters the address.
 */
export async function viewCoParent(dependencies: InviteViewDependencies, user: User): Promise<CoParentView | null> {
  const { db } = dependencies;
  const coParent = await coParentOf(db, user);
  if (!coParent) return null;
  const { firstName, lastName } = asInvited(coParent);
  const mayEdit = await isToInvite(db, coParent);
  const invite = mayEdit ? await viewInvite(dependencies, coParent) : null;
  return { firstName, lastName, state: await stateOf(db, { coParent, invite }), mayEdit, invite };
}

async function stateOf(
  db: Db,
  { coParent, invite }: { coParent: User; invite: CoParentView['invite'] },
): Promise<CoParentView['state']> {
  if (coParent.status === 'CLOSED') return 'NO_ACCOUNT';
  if ((await whoseAccountIs(db, coParent.id)) === 'OWN') return 'JOINED';
  if (invite?.timing) return 'NOT_INVITED';
  return coParent.createdByProfessionalId === null && asInvited(coParent).email === '' ? 'NOT_INVITED' : 'INVITED';
}
