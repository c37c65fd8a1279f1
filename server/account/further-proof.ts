import type { PasskeyAnswer } from '#contract/api/passkeys.ts';
import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import { refusableTransaction } from '../db/refusable-transaction.ts';
import type { Texts } from '../gateways/sms/port.ts';
import { securityQuestionOf } from '../identity/check-security-answer.ts';
import { phoneSubject } from '../identity/find-people.ts';
import type { ProvedBesides } from '../identity/ownership/session-proofs.ts';
import { readReach } from '../identity/reach.ts';
import { acceptCode, hasSecondFactor, lockOwner } from '../identity/second-factor/factors.ts';
import { type PasskeySite, verifyAuthentication } from '../identity/second-factor/passkey.ts';
import { isDecided, provesMailbox, type SingleUseToken } from '../identity/single-use-token.ts';
import type { User } from '../identity/user-repository.ts';
import type { FurtherWays } from '../mail-templates/templates/further-proof.ts';
import { newId } from '../new-id.ts';
import { type RateLimiter, tooMany } from '../rate-limits/rate-limiter.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { Sealer } from '../sealed-secret.ts';
import type { TokenMaker } from '../secret.ts';
import { isTextedCode, keepForCode, wasTexted } from './texted-code.ts';

type Link = { user: User; token: Pick<SingleUseToken, 'id' | 'purpose' | 'data' | 'triesLeft'> };
/** `factor`: whether a second factor proves it, too. */
export type FurtherProof = { phone: string | null; securityQuestion: string | null; factor: boolean };

/**
 * What a mailed link that sets a password needs besides: former partners often read the mailbox. Null if nothing else
 * is on file, if only a browser was shown it, or if a claim or two staff members have decided. Somebody who wants no
 * mails has told us that others read them: their mailbox alone is never enough. Nor with texts turned off, by whoever
 * it was: the phone is on file all the same. Nor against a second factor: a password is all that it takes to have one
 * removed.
 */
export async function furtherProofOf(
  { db, sms }: Texts & { db: Db },
  { user, token }: Link,
): Promise<FurtherProof | null> {
  if (!provesMailbox(token) || isDecided(token) || confirmsOffice(user, token)) return null;
  const [{ mail, text }, securityQuestion, factor] = await Promise.all([
    readReach(db, user.id),
    securityQuestionOf(db, user.id),
    hasSecondFactor(db, user.id),
  ]);
  // An address that the account never proved may be read by a stranger, who learns nothing of its phone.
  const digits = user.emailProvenAt === null ? '' : `\u00a0${user.phoneNumber.slice(-2)}`;
  const hasPhone = sms !== null && user.phoneNumber !== '';
  const phone = hasPhone && text ? `•••${digits}` : null;
  // Before there is a password only its owner can have turned texts off.
  const isPhoneOnFile = token.purpose === 'CREDENTIALS' ? phone !== null : hasPhone;
  const isAlone = mail && !isPhoneOnFile && securityQuestion === null && !factor;
  return isAlone ? null : { phone, securityQuestion, factor };
}

/** The kinds of further proof that a mail names, before its link asks for one. Null: it asks for none. */
export async function furtherWays(texts: Texts & { db: Db }, link: Link): Promise<FurtherWays | null> {
  const further = await furtherProofOf(texts, link);
  return (
    further && {
      PHONE: further.phone !== null,
      QUESTION: further.securityQuestion !== null,
      FACTOR: further.factor,
    }
  );
}

/** It confirms an address that a professional has just typed, often with an office's phone, which gets no texts. */
const confirmsOffice = ({ role }: User, { purpose }: Link['token']) =>
  role === 'PROFESSIONAL' && purpose === 'CREDENTIALS';

/** `site`: where the passkey was requested. */
type Given = {
  code?: string | undefined;
  securityAnswer?: string | undefined;
  factorCode?: string | undefined;
  passkey?: { response: PasskeyAnswer; site: PasskeySite } | undefined;
};
type Dependencies = Texts & {
  db: Db;
  clock: Clock;
  sealer: Sealer;
  makeToken: TokenMaker;
  rateLimiter: Pick<RateLimiter, 'maySend' | 'attempt'>;
};
type WrongAnswer = Refusal<'SECURITY_ANSWER_WRONG' | 'SECURITY_TRIES_USED_UP'>;
type WrongProof =
  | WrongAnswer
  | Refusal<'VALIDATION' | 'TOO_MANY_REQUESTS' | 'TOKEN_INVALID' | 'WRONG_CODE' | 'PASSKEY_FAILED'>;
type Proving = Link & { given: Given; answer: () => Promise<WrongAnswer | { right: true } | null> };

/**
 * The further proof of a mailed link. Without any, a code is texted to the phone on file, unless the reader has only
 * other means.
 */
export async function proveFurther(
  dependencies: Dependencies,
  { user, token, given, answer }: Proving,
): Promise<ProvedBesides | WrongProof> {
  const further = await furtherProofOf(dependencies, { user, token });
  if (!further) return { proved: [] };
  const { factorCode = '', passkey, securityAnswer = '' } = given;
  if (further.securityQuestion !== null && securityAnswer !== '') {
    const answered = (await answer()) ?? refuse('SECURITY_ANSWER_WRONG');
    return 'refused' in answered ? answered : { proved: ['QUESTION'] };
  }
  if (further.factor && (passkey || factorCode !== ''))
    return proveFactor(dependencies, { userId: user.id, passkey, factorCode });
  if (further.phone !== null) return provePhone(dependencies, { user, token, code: given.code });
  const field = further.securityQuestion === null && further.factor ? 'factorCode' : 'securityAnswer';
  return refuseFields({ field, code: 'required' });
}

/**
 * By a factor itself, which is more than a password that could have it removed. Codes are counted apart from those of a
 * login: whoever shares the mailbox uses up none of these.
 */
async function proveFactor(
  { db, clock, sealer, rateLimiter }: Dependencies,
  { userId, passkey, factorCode }: { userId: string } & Pick<Given, 'passkey'> & { factorCode: string },
): Promise<ProvedBesides | WrongProof> {
  const limited = passkey ? null : tooMany(await rateLimiter.attempt('link-factor', { account: userId }));
  if (limited) return limited;
  const at = clock.now();
  return refusableTransaction(db, async (trx): Promise<ProvedBesides | WrongProof> => {
    if (!(await lockOwner(trx, userId))) return refuse('TOKEN_INVALID');
    if (!passkey) {
      const factorSince = await acceptCode(trx, sealer, { userId, code: factorCode, at });
      return factorSince ? { proved: ['FACTOR'], factorSince } : refuse('WRONG_CODE');
    }
    const owner = await verifyAuthentication(trx, passkey.site, { response: passkey.response, at });
    return owner?.userId === userId ? { proved: ['FACTOR'], factorSince: owner.addedAt } : refuse('PASSKEY_FAILED');
  });
}

async function provePhone(
  { db, clock, makeToken, rateLimiter }: Dependencies,
  { user, token, code }: Link & Pick<Given, 'code'>,
): Promise<ProvedBesides | WrongProof> {
  if (token.triesLeft === 0) return refuse('TOKEN_INVALID');
  // Whoever holds the phone would notice nothing of guesses that no text precedes.
  if (code === undefined || !wasTexted(token)) {
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
