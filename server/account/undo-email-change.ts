import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import { recordActivity } from '../identity/activity.ts';
import { passwordResetLifeMs } from '../identity/answer-recovery.ts';
import { forgetDevices } from '../identity/known-device.ts';
import { stopOpenReset } from '../identity/second-factor/factor-reset.ts';
import { endSecondSteps } from '../identity/second-factor/second-step.ts';
import { turnMailOn } from '../identity/reach.ts';
import { forgetSecurityChangedSince } from '../identity/security-repository.ts';
import { closeSessions } from '../identity/session-repository.ts';
import { endEveryToken, findToken, issueToken, type SingleUseToken } from '../identity/single-use-token.ts';
import { saveOwn } from '../identity/own-details.ts';
import { liftBounces } from '../identity/returned-mail.ts';
import { lockUser } from '../identity/user-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';

type Dependencies = { db: Db; clock: Clock };

/** Whether a link that undoes the change of an address still works. Looking uses nothing up. */
export async function openEmailUndo(
  { db, clock }: Dependencies,
  secret: string,
): Promise<SingleUseToken | Refusal<'TOKEN_INVALID'>> {
  return (await findToken(db, { purpose: 'EMAIL_CHANGE_UNDO', secret, at: clock.now() })) ?? refuse('TOKEN_INVALID');
}

/**
 * Restores the previous address by the link in its mailbox, signed in or not. Whoever changed it knew the password, so
 * the password, every session and every mailed link become invalid, a security question set since is forgotten, and a
 * link for a new password is mailed, even if mails were turned off meanwhile: whoever undoes has just read one. Undo
 * links of later changes become invalid too; earlier ones stay, because the first owner's is among them.
 */
export async function undoEmail(
  { db, clock, makeToken }: Dependencies & { makeToken: TokenMaker },
  { secret, device }: { secret: string; device: string },
): Promise<{ undone: true } | Refusal<'TOKEN_INVALID'>> {
  const openUndo = await openEmailUndo({ db, clock }, secret);
  if ('refused' in openUndo) return openUndo;
  return db.transaction().execute(async (trx) => {
    const at = clock.now();
    const user = await lockUser(trx, openUndo.userId);
    const token = await findToken(trx, { purpose: 'EMAIL_CHANGE_UNDO', secret, at });
    if (!token || user?.status !== 'ACTIVE') return refuse('TOKEN_INVALID');
    await liftBounces({ db: trx, makeToken }, { userId: user.id, email: user.email });
    await saveOwn(trx, { user, at, email: String(token.data['email']) });
    await trx.updateTable('users').set({ passwordHash: null }).where('id', '=', user.id).execute();
    await closeSessions(trx, { userId: user.id });
    await forgetDevices(trx, user.id);
    await endSecondSteps(trx, user.id);
    await stopOpenReset(trx, { userId: user.id, device, at });
    await endEveryToken(trx, { userId: user.id, at });
    await turnMailOn(trx, { userId: user.id, at });
    await forgetSecurityChangedSince(trx, { userId: user.id, since: token.createdAt });
    await endUndoFrom(trx, { token, replaced: user.email, at });
    await recordActivity(trx, { userId: user.id, kind: 'EMAIL_CHANGE_UNDONE', device, at });
    const reset = await issueToken(trx, {
      purpose: 'PASSWORD_RESET',
      userId: user.id,
      lifeMs: passwordResetLifeMs,
      at,
      makeToken,
    });
    await enqueue(trx, { name: 'send-password-reset', payload: { tokenId: reset.id } });
    await enqueue(trx, { name: 'send-email-undone', payload: { tokenId: token.id } });
    return { undone: true as const };
  });
}

/** `replaced`: the address to notify; deleted afterwards by this link's job. */
async function endUndoFrom(
  trx: Trx,
  { token, replaced, at }: { token: SingleUseToken; replaced: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('singleUseTokens')
    .set({ usedAt: at, data: '{}' })
    .where('userId', '=', token.userId)
    .where('purpose', '=', 'EMAIL_CHANGE_UNDO')
    .where('id', '>=', token.id)
    .execute();
  await trx
    .updateTable('singleUseTokens')
    .set({ data: JSON.stringify({ replaced }) })
    .where('id', '=', token.id)
    .execute();
}
