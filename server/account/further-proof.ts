import type { ProofKind } from '#contract/account/ownership.ts';
import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { Texts } from '../gateways/sms/port.ts';
import { securityQuestionOf } from '../identity/check-security-answer.ts';
import { phoneSubject } from '../identity/find-people.ts';
import { readReach } from '../identity/reach.ts';
import { isDecided, type SingleUseToken } from '../identity/single-use-token.ts';
import { hasSecondFactor } from '../identity/second-factor/factors.ts';
import type { User } from '../identity/user-repository.ts';
import { newId } from '../new-id.ts';
import { tooMany } from '../rate-limits/rate-limiter.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import type { MessageLimits } from './change-phone.ts';
import { isTextedCode, keepForCode } from './texted-code.ts';

type Link = { user: User; token: Pick<SingleUseToken, 'id' | 'data' | 'triesLeft'> };
export type FurtherProof = { phone: string | null; securityQuestion: string | null };

/**
 * What a mailed password link needs besides: former partners often read the mailbox. Null if nothing else is on file,
 * or if a claim or two staff members have decided. Somebody who wants no mails has told us that others read them: their
 * mailbox alone is never enough. Nor with texts turned off, by whoever it was: the phone is on file all the same. Nor
 * against a second factor: a password is all that it takes to have one removed.
 */
export async function furtherProofOf(
  { db, sms }: Texts & { db: Db },
  { user, token }: Link,
): Promise<FurtherProof | null> {
  if ('proved' in token.data || isDecided(token)) return null;
  const [{ mail, text }, securityQuestion] = await Promise.all([
    readReach(db, user.id),
    securityQuestionOf(db, user.id),
  ]);
  // An address that the account never proved may be read by a stranger, who learns nothing of its phone.
  const digits = user.emailProvenAt === null ? '' : `\u00a0${user.phoneNumber.slice(-2)}`;
  const hasPhone = sms !== null && user.phoneNumber !== '';
  const phone = hasPhone && text ? `•••${digits}` : null;
  if (phone !== null || securityQuestion !== null) return { phone, securityQuestion };
  const isAlone = mail && !hasPhone && !(await hasSecondFactor(db, user.id));
  return isAlone ? null : { phone, securityQuestion };
}

type Given = { code?: string | undefined; securityAnswer?: string | undefined };
type Dependencies = MessageLimits & Texts & { db: Db; clock: Clock; makeToken: TokenMaker };
type WrongAnswer = Refusal<'SECURITY_ANSWER_WRONG' | 'SECURITY_TRIES_USED_UP'>;
type Proving = Link & { given: Given; answer: () => Promise<WrongAnswer | { right: true } | null> };

/** The further proof of a mailed password link. Without an answer or a code, a code is texted to the phone on file. */
export async function proveFurther(
  dependencies: Dependencies,
  { user, token, given, answer }: Proving,
): Promise<{ proved: ProofKind[] } | WrongAnswer | Refusal<'VALIDATION' | 'TOO_MANY_REQUESTS' | 'TOKEN_INVALID'>> {
  const { db, clock, makeToken, rateLimiter } = dependencies;
  const further = await furtherProofOf(dependencies, { user, token });
  if (!further) return { proved: [] };
  const { code, securityAnswer = '' } = given;
  if (further.securityQuestion !== null && securityAnswer !== '') {
    const answered = (await answer()) ?? refuse('SECURITY_ANSWER_WRONG');
    return 'refused' in answered ? answered : { proved: ['QUESTION'] };
  }
  if (further.phone === null) return refuseFields({ field: 'securityAnswer', code: 'required' });
  if (token.triesLeft === 0) return refuse('TOKEN_INVALID');
  if (code === undefined) {
    const sending = await rateLimiter.maySend('link-code', { to: phoneSubject(user), by: { account: token.id } });
    const limited = tooMany(sending);
    if (limited) return limited;
    if (sending.send) await db.transaction().execute((trx) => textCode(trx, { tokenId: token.id, at: clock.now() }));
    return refuseFields({ field: 'code', code: 'required' });
  }
  const isRight = await db.transaction().execute((trx) => isTextedCode(trx, { makeToken, tokenId: token.id, code }));
  return isRight ? { proved: ['PHONE'] } : refuseFields({ field: 'code', code: 'recovery_code_wrong' });
}

async function textCode(trx: Trx, { tokenId, at }: { tokenId: string; at: Date }): Promise<void> {
  await keepForCode(trx, { tokenId, at });
  await enqueue(trx, {
    name: 'send-email-code',
    payload: { tokenId, again: newId(at) },
    key: `email-code:${tokenId}`,
  });
}
