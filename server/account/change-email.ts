import type { ReturnedMail } from '#contract/api/returned-mail.ts';
import { normaliseEmail, sameEmail } from '#contract/fields/typed-text.ts';
import { type Clock, hours } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import type { Texts } from '../gateways/sms/port.ts';
import { userWithHash } from '../identity/credentials-repository.ts';
import { isTaken } from '../identity/duplicate-check.ts';
import { contestableUntil } from '../identity/ownership/decide-claim.ts';
import {
  datedProofs,
  type EndedMeanwhile,
  endedMeanwhile,
  recordOwnershipChange,
} from '../identity/ownership/record-change.ts';
import { freshProofs, provedNow, renewed, type SessionProofs } from '../identity/ownership/session-proofs.ts';
import { verifyPassword } from '../identity/password.ts';
import { proveEmail } from '../identity/proven-email.ts';
import { readReach } from '../identity/reach.ts';
import { currentSuppression, liftBounces, ownReturnedMail } from '../identity/returned-mail.ts';
import { closeOtherSessions, markProved } from '../identity/session-repository.ts';
import {
  consumeToken,
  endTokens,
  findToken,
  issueToken,
  readToken,
  type SingleUseToken,
} from '../identity/single-use-token.ts';
import { lockUser, readUser, type User } from '../identity/user-repository.ts';
import { newId } from '../new-id.ts';
import { tooMany } from '../rate-limits/rate-limiter.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import type { OwnSession } from './change-own.ts';
import { countCode, type MessageLimits } from './change-phone.ts';
import { notifyOldAddress, refusedEmail, replaceEmail } from './correct-email.ts';
import { isTextedCode } from './texted-code.ts';

type Dependencies = { db: Db; clock: Clock; makeToken: TokenMaker };
export type MessagingDependencies = Dependencies & MessageLimits & Texts;

export const confirmLifeMs = hours(24);

/**
 * The payload of a change's token. `withText`: a code by text is required too, because somebody else reads the old
 * mailbox. `proved`: what the requesting session had just proved.
 */
export type EmailChange = { email: string; withText: boolean; proved: SessionProofs };
export const emailChangeOf = ({ data }: Pick<SingleUseToken, 'data'>): EmailChange => ({
  email: typeof data['email'] === 'string' ? data['email'] : '',
  withText: data['withText'] === true,
  proved: (data['proved'] as SessionProofs | undefined) ?? {},
});

/**
 * Requests a change of e-mail. Only what the requester already knows is rejected at once; whether the address has an
 * account is revealed to its mailbox only, because a former partner could probe addresses.
 */
export async function requestEmailChange(
  { db, clock, makeToken, rateLimiter, sms }: MessagingDependencies,
  { session, email, oldMailboxShared }: { session: OwnSession; email: string; oldMailboxShared: boolean },
): Promise<Refusal<'VALIDATION' | 'TOO_MANY_REQUESTS'> | EndedMeanwhile | null> {
  const before = await userWithHash(db, session.user.id);
  if (!before || before.passwordHash === null) return refuse('NOT_SIGNED_IN');
  if (await verifyPassword(before.passwordHash, email))
    return refuseFields({ field: 'email', code: 'password_same_as_username' });
  const mail = { to: normaliseEmail(email), by: { account: session.user.id } };
  const sending = await rateLimiter.maySend('email-change', mail);
  const limited = tooMany(sending);
  if (limited) return limited;
  return db.transaction().execute(async (trx) => {
    const at = clock.now();
    const user = await lockUser(trx, session.user.id);
    if (user?.status !== 'ACTIVE') return refuse('NOT_SIGNED_IN');
    const ended = await endedMeanwhile(trx, { userId: user.id, session });
    if (ended) return ended;
    const refused =
      (await refusedProof(trx, { userId: user.id, withText: oldMailboxShared, at, sms })) ??
      (await refusedEmail(trx, { user, email }));
    // Not sent: the link mailed there before is still valid.
    if (refused || !sending.send) return refused;
    await endTokens(trx, { userId: user.id, purpose: 'EMAIL_CHANGE', at });
    const proved = freshProofs(session.proofs, at);
    const data: EmailChange = { email, withText: oldMailboxShared, proved };
    await liftBounces({ db: trx, makeToken }, { userId: user.id, email });
    const { id } = await issueToken(trx, {
      purpose: 'EMAIL_CHANGE',
      userId: user.id,
      lifeMs: confirmLifeMs,
      at,
      makeToken,
      data,
    });
    await enqueue(trx, { name: 'send-email-change', payload: { tokenId: id } });
    return null;
  });
}

/**
 * Whatever would prove the change, or announce it to its owner, must not have been disabled: link, notice and code
 * would never be sent if mails or texts are turned off, and a new phone proves nothing yet. Checked at the request and
 * again at the confirmation, because whoever knows the password can change all of it in between.
 */
async function refusedProof(
  trx: Trx,
  { userId, withText, at, sms }: Texts & { userId: string; withText: boolean; at: Date },
): Promise<Refusal<'VALIDATION'> | null> {
  const { mail, text } = await readReach(trx, userId);
  if (!mail) return refuseFields({ field: 'email', code: 'mail_turned_off' });
  if (!withText) return null;
  if (sms === null) return refuseFields({ field: 'oldMailboxShared', code: 'texts_not_sent' });
  if (!text) return refuseFields({ field: 'oldMailboxShared', code: 'texts_turned_off' });
  const byPhone = await datedProofs(trx, { userId, proofs: provedNow(['PHONE'], at), at });
  return byPhone.length === 0 ? refuseFields({ field: 'oldMailboxShared', code: 'phone_changed_lately' }) : null;
}

/** Cancels a requested change: its link becomes invalid. */
export async function withdrawEmail({ db, clock }: Dependencies, { session }: { session: OwnSession }): Promise<null> {
  await endTokens(db, { userId: session.user.id, purpose: 'EMAIL_CHANGE', at: clock.now() });
  return null;
}

/** `CONFIRMED`: the address is unchanged, and its reader wants our mails. */
export type EmailConfirmation = { outcome: 'CHANGED' | 'CONFIRMED' | 'CODE_NEEDED' };
type ConfirmEmailParams = { session: OwnSession; secret: string; code: string | undefined };

/**
 * Confirms a change of e-mail by its link, only for the signed-in user who requested it: a link sent to a mistyped
 * address is useless to its reader. Every other session ends, and so does every link mailed to the old address, which
 * is notified with an undo link.
 */
export async function confirmEmail(
  { db, clock, makeToken, rateLimiter, sms }: MessagingDependencies,
  { session, secret, code }: ConfirmEmailParams,
): Promise<EmailConfirmation | Refusal<'TOKEN_INVALID' | 'VALIDATION' | 'TOO_MANY_REQUESTS'> | EndedMeanwhile> {
  const text = await codeToText({ db, clock, rateLimiter }, { session, secret, code });
  if (text && 'refused' in text) return text;
  return db.transaction().execute(async (trx) => {
    const at = clock.now();
    const user = await lockUser(trx, session.user.id);
    const token = await findToken(trx, { purpose: 'EMAIL_CHANGE', secret, at });
    if (user?.status !== 'ACTIVE' || token?.userId !== user.id) return refuse('TOKEN_INVALID');
    const { email, withText, proved } = emailChangeOf(token);
    if (sameEmail(email, user.email)) {
      await liftBounces({ db: trx, makeToken }, { userId: user.id, email, byReader: true });
      await proveEmail(trx, { userId: user.id, at });
      await consumeToken(trx, { token, at });
      return { outcome: 'CONFIRMED' };
    }
    const refused = await refusedProof(trx, { userId: user.id, withText, at, sms });
    if (refused) return refused;
    if (withText && token.triesLeft === 0) return refuse('TOKEN_INVALID');
    if (withText && code === undefined) {
      if (text?.send)
        await enqueue(trx, {
          name: 'send-email-code',
          payload: { tokenId: token.id, again: newId(at) },
          key: `email-code:${token.id}`,
        });
      return { outcome: 'CODE_NEEDED' };
    }
    if (withText && !(await isTextedCode(trx, { makeToken, tokenId: token.id, code: code ?? '' })))
      return refuseFields({ field: 'code', code: 'recovery_code_wrong' });
    const proofs = { ...renewed(proved, at), ...(withText ? provedNow(['PHONE'], at) : {}) };
    if (withText) await markProved(trx, { id: session.id, at, proofs: provedNow(['PHONE'], at) });
    const change = { userId: user.id, session, kind: 'EMAIL_CHANGED', proofs, device: session.device, at } as const;
    return recordOwnershipChange(trx, change, async (counted) => {
      if (!(await replaceEmail(trx, { user, email, isProven: true, at, makeToken })))
        return refuseFields({ field: 'email', code: 'email_in_use' });
      await proveEmail(trx, { userId: user.id, at });
      await closeOtherSessions(trx, { userId: user.id, id: session.id });
      await notifyOldAddress(trx, { user, at, makeToken, contestable: contestableUntil({ at, proofs: counted }, at) });
      return { outcome: 'CHANGED' };
    });
  });
}

/** Counts the text with the code, if the confirmation has none yet. The phone on file need not be the owner's. */
async function codeToText(
  { db, clock, rateLimiter }: Omit<MessagingDependencies, 'makeToken' | 'sms'>,
  { session: { user }, secret, code }: ConfirmEmailParams,
): Promise<Refusal<'TOO_MANY_REQUESTS'> | { send: boolean } | null> {
  if (code !== undefined) return null;
  const token = await findToken(db, { purpose: 'EMAIL_CHANGE', secret, at: clock.now() });
  if (token?.userId !== user.id || !emailChangeOf(token).withText) return null;
  const phone = await readUser(db, user.id);
  return phone && countCode({ rateLimiter }, { user, phone });
}

/**
 * Retries an address whose mails bounced. After a complaint its reader is mailed the link instead: the signed-in user
 * may be the one who caused the mails.
 */
export async function resumeMail(
  { db, clock, makeToken, rateLimiter }: Omit<MessagingDependencies, 'sms'>,
  user: Pick<User, 'id' | 'email'>,
): Promise<{ returnedMail: ReturnedMail } | Refusal<'TOO_MANY_REQUESTS'>> {
  const own = { userId: user.id, email: user.email };
  if ((await currentSuppression({ db, clock, makeToken }, own)) === 'COMPLAINT') {
    const mail = { to: normaliseEmail(user.email), by: { account: user.id } };
    const sending = await rateLimiter.maySend('email-change', mail);
    const limited = tooMany(sending);
    if (limited) return limited;
    const data: EmailChange = { email: user.email, withText: false, proved: {} };
    const link = { purpose: 'EMAIL_CHANGE', userId: user.id, lifeMs: confirmLifeMs, data } as const;
    if (sending.send)
      await db.transaction().execute(async (trx) => {
        const { id } = await issueToken(trx, { ...link, at: clock.now(), makeToken });
        await enqueue(trx, { name: 'send-email-change', payload: { tokenId: id } });
      });
  } else await db.transaction().execute((trx) => liftBounces({ db: trx, makeToken }, own));
  return { returnedMail: await ownReturnedMail({ db, clock, makeToken }, own) };
}

/** Whether the mail to a new address may offer the change: its mailbox may already have an account. */
export async function isEmailFree(db: DbOrTrx, { tokenId, at }: { tokenId: string; at: Date }): Promise<boolean> {
  const token = await readToken(db, tokenId);
  if (token === null) return false;
  return !(await isTaken(db, { email: emailChangeOf(token).email, exceptUserId: token.userId, isProven: true, at }));
}
