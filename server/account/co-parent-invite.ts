import type { ActivityKind } from '#contract/account/activity.ts';
import type { printCoParentInvite } from '#contract/api/invites/co-parent-invite.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { readFamily } from '#contract/api/sign-up/family.ts';
import type { ProblemCode } from '#contract/error-codes.ts';
import { sameEmail } from '#contract/fields/typed-text.ts';
import type { Trx } from '../db/pool.ts';
import { recordActivity } from '../identity/activity.ts';
import { childrenOf } from '../identity/family-repository.ts';
import { notMailedAmong } from '../identity/invite-repository.ts';
import { readTiming } from '../identity/invite-timing-repository.ts';
import { liftBounces } from '../identity/returned-mail.ts';
import { asInvited, type User } from '../identity/user-repository.ts';
import { changeKeptAddress } from '../identity/whose-account.ts';
import { lockInvited } from '../invites/invite-by-email.ts';
import { countInviteMails, type MailLimits } from '../invites/limit-invite-mails.ts';
import { type LetterDependencies, openLetter, withFile } from '../invites/print-letter.ts';
import { endInvites, sendInviteAgain, sendNewInvite } from '../invites/waiting-invite.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../refusal.ts';
import { viewInvite } from './co-parent-invite-view.ts';
import { readOwnFamily } from './family.ts';

export type InviteDependencies = LetterDependencies & MailLimits;
type Dependencies = InviteDependencies;
/** `device`: of the session, for the activity list. */
export type Inviter = { user: User; device: string };
type Family = AnswerOf<typeof readFamily>;
export type FamilyResult<Code extends ProblemCode> = Promise<Family | Refusal<Code | 'CONFLICT' | 'NOT_FOUND'>>;

/** Changes the invite of a co-parent who has no account of their own, under lock, and logs it. */
export async function withInvited<Code extends ProblemCode = never>(
  dependencies: Dependencies,
  { user, device }: Inviter,
  act: (trx: Trx, invited: User, begun: boolean) => Promise<Refusal<Code> | ActivityKind | null>,
): FamilyResult<Code> {
  const { db, clock } = dependencies;
  const refused = await db.transaction().execute(async (trx) => {
    const waiting = await lockInvited(trx, placeOf(user));
    if (isRefusal(waiting)) return waiting;
    const done = await act(trx, waiting.invited, waiting.begun);
    if (typeof done !== 'string') return done;
    await recordActivity(trx, { userId: user.id, kind: done, device, at: clock.now() });
    return null;
  });
  return refused ?? readOwnFamily(dependencies, user);
}

const placeOf = (user: User) => ({ familyId: user.familyId ?? user.id, inviterUserId: user.id });

/** Checked before a mail is counted: one that may not be sent counts against no recipient. */
export const judgeInvited = (db: InviteDependencies['db'], user: User) =>
  db.transaction().execute((trx) => lockInvited(trx, placeOf(user)));

/** Counts a mail that a parent sends to their co-parent. */
const counted = (dependencies: Dependencies, { user, email }: { user: User; email: string }) =>
  countInviteMails(dependencies, { emails: [email], by: { account: user.id }, message: 'invite-by-parent' });

/** Resends the invite to the invited parent's current address, which they may have entered themself. */
export async function sendOwnInvite(
  dependencies: Dependencies,
  inviter: Inviter,
): FamilyResult<'CONFLICT' | 'TOO_MANY_REQUESTS' | 'VALIDATION'> {
  const { user } = inviter;
  const waiting = await judgeInvited(dependencies.db, user);
  if (isRefusal(waiting)) return waiting;
  const mail = await counted(dependencies, { user, email: waiting.invited.email });
  if ('refused' in mail) return mail;
  return withInvited(dependencies, inviter, async (trx, invited) => {
    if (invited.email === '') return refuseFields({ field: 'email', code: 'email_prompt' });
    // The screen asks for another address instead.
    if ((await viewInvite({ ...dependencies, db: trx }, invited)).returned) return refuse('CONFLICT');
    await sendInviteAgain(trx, dependencies, { invited, inviterUserId: user.id, ...mail });
    return 'INVITE_SENT';
  });
}

/** Withdraws the invite. Idempotent. */
export function withdrawOwnInvite(dependencies: Dependencies, inviter: Inviter): FamilyResult<never> {
  return withInvited(dependencies, inviter, async (trx, { id }) =>
    (await endInvites(trx, { userId: id, state: 'REVOKED' })) > 0 ? 'INVITE_WITHDRAWN' : null,
  );
}

/**
 * Corrects the address before its owner has started: afterwards a new link could reveal their input to a stranger. The
 * wrong address, a stranger's, is not mailed again. A scheduled invite stays scheduled.
 */
export async function correctOwnInvite(
  dependencies: Dependencies,
  { email, ...inviter }: Inviter & { email: string },
): FamilyResult<'INVITE_IN_USE' | 'TOO_MANY_REQUESTS' | 'VALIDATION'> {
  const { user } = inviter;
  if (sameEmail(email, user.email)) return refuseFields({ field: 'email', code: 'co_parent_email_same' });
  const children = user.familyId === null ? [] : await childrenOf(dependencies.db, user.familyId);
  if (children.some((child) => sameEmail(child.email, email)))
    return refuseFields({ field: 'email', code: 'child_email_matches_parent' });
  const waiting = await judgeInvited(dependencies.db, user);
  if (isRefusal(waiting)) return waiting;
  // A scheduled invite is not mailed yet, and somebody who has begun is mailed none.
  const isMailed = !waiting.begun && (await readTiming(dependencies.db, waiting.invited.id)) === null;
  const mail = isMailed ? await counted(dependencies, { user, email }) : null;
  if (mail && 'refused' in mail) return mail;
  return withInvited(dependencies, inviter, async (trx, invited, begun) => {
    const isSame = sameEmail(asInvited(invited).email, email);
    if (begun) return isSame ? null : refuse('INVITE_IN_USE');
    const { makeToken } = dependencies;
    const wasReturned = await liftBounces({ db: trx, makeToken }, { userId: invited.id, email });
    const isRetried = wasReturned || (await notMailedAmong(trx, [invited.id])).length > 0;
    if (isSame && !isRetried) return null;
    await liftBounces({ db: trx, makeToken }, { userId: invited.id, email: invited.email });
    await changeKeptAddress(trx, { userId: invited.id, email, at: dependencies.clock.now() });
    if ((await readTiming(trx, invited.id)) === null)
      await sendNewInvite(trx, dependencies, { invited, inviterUserId: user.id });
    return 'INVITE_ADDRESS_CORRECTED';
  });
}

/**
 * The invite as a printed letter; a mailed link stays valid. Not for a parent who has started, because others may read
 * a letter.
 */
export async function printOwnInvite(
  dependencies: LetterDependencies,
  { user }: Pick<Inviter, 'user'>,
): Promise<AnswerOf<typeof printCoParentInvite> | Refusal<'CONFLICT' | 'INVITE_IN_USE' | 'NOT_FOUND'>> {
  const opened = await dependencies.db.transaction().execute(async (trx) => {
    const waiting = await lockInvited(trx, placeOf(user));
    if (isRefusal(waiting)) return waiting;
    const { invited, begun } = waiting;
    if (begun) return refuse('INVITE_IN_USE');
    const { id, country } = user;
    const inviter = { is: 'PARENT', name: asInvited(user).firstName } as const;
    const letter = await openLetter(trx, dependencies, { invited, inviterUserId: id, inviter, country });
    return { letter, userId: invited.id };
  });
  return 'refused' in opened ? opened : withFile(opened.letter, opened.userId);
}
