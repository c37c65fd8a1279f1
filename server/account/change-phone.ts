import { samePhone } from '#contract/fields/phones.ts';
import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { Texts } from '../gateways/sms/port.ts';
import { phoneSubject } from '../identity/find-people.ts';
import { saveOwn } from '../identity/own-details.ts';
import { type EndedMeanwhile, endedMeanwhile, recordOwnershipChange } from '../identity/ownership/record-change.ts';
import { freshProofs, renewed, type SessionProofs } from '../identity/ownership/session-proofs.ts';
import { readReach } from '../identity/reach.ts';
import { endTokens, issueToken, openTokenOf } from '../identity/single-use-token.ts';
import { familyMembers, lockUser, type User } from '../identity/user-repository.ts';
import { type RateLimiter, tooMany } from '../rate-limits/rate-limiter.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import type { OwnSession } from './change-own.ts';
import { isTextedCode, phoneCodeLifeMs } from './texted-code.ts';

type Dependencies = { db: Db; clock: Clock; makeToken: TokenMaker };
export type MessageLimits = { rateLimiter: Pick<RateLimiter, 'maySend'> };
export type Phone = Pick<User, 'phoneCountryCode' | 'phoneNumber'>;

type PhoneRequest = { session: OwnSession; phone: Phone };

/** Requests a change of phone: texts a code to it, and drops an earlier request. A site without texts saves it. */
export async function requestPhoneChange(
  { sms, ...dependencies }: Dependencies & MessageLimits & Texts,
  request: PhoneRequest,
): Promise<Refusal<'NOT_SIGNED_IN' | 'VALIDATION' | 'TOO_MANY_REQUESTS' | 'ACCOUNT_FROZEN'> | null> {
  return sms === null ? saveUnproven(dependencies, request) : requestCode(dependencies, request);
}

/** Not compared with the co-parent's, which would tell that number to whoever tries it; sign-up proves none either. */
async function saveUnproven({ db, clock }: Dependencies, { session, phone }: PhoneRequest) {
  return db.transaction().execute(async (trx) => {
    const at = clock.now();
    const user = await lockUser(trx, session.user.id);
    if (user?.status !== 'ACTIVE') return refuse('NOT_SIGNED_IN');
    if (samePhone(user, phone)) return refuseFields({ field: 'phoneNumber', code: 'phone_unchanged' });
    return (await savePhone(trx, { user, session, phone, proofs: freshProofs(session.proofs, at), at })) ?? null;
  });
}

async function requestCode(
  { db, clock, makeToken, rateLimiter }: Dependencies & MessageLimits,
  { session, phone }: PhoneRequest,
): Promise<Refusal<'VALIDATION' | 'TOO_MANY_REQUESTS'> | EndedMeanwhile | null> {
  const sending = await countCode({ rateLimiter }, { user: session.user, phone });
  if ('refused' in sending) return sending;
  return db.transaction().execute(async (trx) => {
    const at = clock.now();
    const user = await lockUser(trx, session.user.id);
    if (user?.status !== 'ACTIVE') return refuse('NOT_SIGNED_IN');
    const ended = await endedMeanwhile(trx, { userId: user.id, session });
    if (ended) return ended;
    if (samePhone(user, phone)) return refuseFields({ field: 'phoneNumber', code: 'phone_unchanged' });
    if (!(await readReach(trx, user.id)).text) return refuseFields({ field: 'phoneNumber', code: 'texts_turned_off' });
    if (!sending.send) return null;
    await endTokens(trx, { userId: user.id, purpose: 'PHONE_CHANGE', at });
    const { id } = await issueToken(trx, {
      purpose: 'PHONE_CHANGE',
      userId: user.id,
      lifeMs: phoneCodeLifeMs,
      at,
      makeToken,
      data: { ...phone, proved: freshProofs(session.proofs, at) },
    });
    await enqueue(trx, { name: 'send-phone-code', payload: { tokenId: id } });
    return null;
  });
}

/** Counts a code by text that an account causes, to a phone that it enters or had. */
export async function countCode(
  { rateLimiter }: MessageLimits,
  { user, phone }: { user: Pick<User, 'id'>; phone: Phone },
): Promise<Refusal<'TOO_MANY_REQUESTS'> | { send: boolean }> {
  const sending = await rateLimiter.maySend('account-code', { to: phoneSubject(phone), by: { account: user.id } });
  return tooMany(sending) ?? sending;
}

export async function withdrawPhone({ db, clock }: Dependencies, { session }: { session: OwnSession }): Promise<null> {
  await endTokens(db, { userId: session.user.id, purpose: 'PHONE_CHANGE', at: clock.now() });
  return null;
}

/**
 * Confirms the new phone by its code. A phone that is the co-parent's is rejected only now, to the person who holds it:
 * earlier, that would reveal the co-parent's number.
 */
export async function confirmPhone(
  { db, clock, makeToken }: Dependencies,
  { session, code }: { session: OwnSession; code: string },
): Promise<Refusal<'NOT_SIGNED_IN' | 'ACCOUNT_FROZEN' | 'TOKEN_INVALID' | 'VALIDATION'> | null> {
  return db.transaction().execute(async (trx) => {
    const at = clock.now();
    const user = await lockUser(trx, session.user.id);
    if (user?.status !== 'ACTIVE') return refuse('NOT_SIGNED_IN');
    const token = await openTokenOf(trx, { userId: user.id, purpose: 'PHONE_CHANGE', at });
    if (!token || token.triesLeft === 0) return refuse('TOKEN_INVALID');
    if (!(await isTextedCode(trx, { makeToken, tokenId: token.id, code })))
      return refuseFields({ field: 'code', code: 'recovery_code_wrong' });
    const { proved = {}, ...phone } = token.data as Phone & { proved?: SessionProofs };
    const members = user.familyId === null ? [] : await familyMembers(trx, user.familyId);
    if (members.some((other) => other.id !== user.id && samePhone(other, phone)))
      return refuseFields({ field: 'phoneNumber', code: 'co_parent_phone_same' });
    const ended = await savePhone(trx, { user, session, phone, proofs: renewed(proved, at), at });
    if (ended) return ended;
    await endTokens(trx, { userId: user.id, purpose: 'PHONE_CHANGE', at });
    return null;
  });
}

type SavedPhone = PhoneRequest & { user: User; proofs: SessionProofs; at: Date };

const savePhone = (trx: Trx, { user, session, phone, proofs, at }: SavedPhone) =>
  recordOwnershipChange(
    trx,
    { userId: user.id, session, kind: 'PHONE_CHANGED', proofs, device: session.device, at },
    async () => {
      await saveOwn(trx, { user, at, ...phone });
      // Its code may have been texted to the previous phone.
      await endTokens(trx, { userId: user.id, purpose: 'PASSWORD_RESET', at });
    },
  );
