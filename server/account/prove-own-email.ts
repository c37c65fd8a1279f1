import { normaliseEmail, sameEmail } from '#contract/fields/typed-text.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import { proveEmail } from '../identity/proven-email.ts';
import { liftBounces } from '../identity/returned-mail.ts';
import { consumeToken, endTokens, issueToken, openTokenOf } from '../identity/single-use-token.ts';
import { lockUser, readUser, type User } from '../identity/user-repository.ts';
import { tooMany } from '../rate-limits/rate-limiter.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { confirmLifeMs, type EmailChange, emailChangeOf, type MessagingDependencies } from './change-email.ts';
import type { OwnSession } from './change-own.ts';
import { isTextedCode } from './texted-code.ts';

type Dependencies = Pick<MessagingDependencies, 'db' | 'clock' | 'makeToken' | 'rateLimiter'>;
type ProofRefusal = Refusal<'NOT_SIGNED_IN' | 'CONFLICT' | 'TOO_MANY_REQUESTS'>;

/**
 * The secret of a link that proves the account's own address, for a mail that is sent anyway: the pending one, or a new
 * one. Null if the address is proved, or another is being changed to.
 */
export function emailProofLink(
  { db, clock, makeToken }: Pick<Dependencies, 'db' | 'clock' | 'makeToken'>,
  userId: string,
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const at = clock.now();
    const user = await lockUser(trx, userId);
    const isHeld = user?.status === 'ACTIVE' || user?.status === 'CREDENTIALS_NEEDED';
    if (!isHeld || user.email === '' || user.emailProvenAt !== null) return null;
    const open = await openTokenOf(trx, { userId, purpose: 'EMAIL_CHANGE', at });
    if (open) return sameEmail(emailChangeOf(open).email, user.email) ? makeToken('EMAIL_CHANGE', open.id) : null;
    return (await issueProof(trx, { user, at, makeToken })).secret;
  });
}

type Proof = { user: Pick<User, 'id' | 'email'>; at: Date; makeToken: TokenMaker };

function issueProof(trx: Trx, { user: { id: userId, email }, at, makeToken }: Proof) {
  const data: EmailChange = { email, withText: false, proved: {} };
  return issueToken(trx, { purpose: 'EMAIL_CHANGE', userId, lifeMs: confirmLifeMs, at, makeToken, data });
}

/** Mails a link and a code to the account's own unproved address: either of them proves it. */
export async function askEmailProof(
  { db, clock, makeToken, rateLimiter }: Dependencies,
  { user: { id: userId } }: OwnSession,
): Promise<{ outcome: 'SENT' } | ProofRefusal> {
  const own = await readUser(db, userId);
  if (!own || own.email === '') return refuse('CONFLICT');
  const { email } = own;
  const sending = await rateLimiter.maySend('email-change', { to: normaliseEmail(email), by: { account: userId } });
  const limited = tooMany(sending);
  if (limited) return limited;
  return db.transaction().execute(async (trx) => {
    const at = clock.now();
    const user = await lockUser(trx, userId);
    if (user?.status !== 'ACTIVE') return refuse('NOT_SIGNED_IN');
    if (user.emailProvenAt !== null || user.email !== email) return refuse('CONFLICT');
    if (!sending.send) return { outcome: 'SENT' };
    await endTokens(trx, { userId, purpose: 'EMAIL_CHANGE', at });
    const { id } = await issueProof(trx, { user, at, makeToken });
    await enqueue(trx, { name: 'send-email-change', payload: { tokenId: id } });
    return { outcome: 'SENT' };
  });
}

/** Checks the mailed code. Five tries; then a new one must be requested. */
export async function proveOwnEmail(
  { db, clock, makeToken }: Dependencies,
  { session: { user: owner }, code }: { session: OwnSession; code: string },
): Promise<{ outcome: 'PROVED' } | Refusal<'NOT_SIGNED_IN' | 'VALIDATION'>> {
  return db.transaction().execute(async (trx) => {
    const at = clock.now();
    const user = await lockUser(trx, owner.id);
    if (user?.status !== 'ACTIVE') return refuse('NOT_SIGNED_IN');
    const token = await openTokenOf(trx, { userId: user.id, purpose: 'EMAIL_CHANGE', at });
    const isOwn = token !== null && sameEmail(emailChangeOf(token).email, user.email);
    if (!isOwn || !(await isTextedCode(trx, { makeToken, tokenId: token.id, code })))
      return refuseFields({ field: 'code', code: 'recovery_code_wrong' });
    await liftBounces({ db: trx, makeToken }, { userId: user.id, email: user.email, byReader: true });
    await proveEmail(trx, { userId: user.id, at });
    await consumeToken(trx, { token, at });
    return { outcome: 'PROVED' };
  });
}
