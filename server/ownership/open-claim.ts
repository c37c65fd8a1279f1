import { claimMinutes } from '#contract/account/ownership.ts';
import { normaliseEmail } from '#contract/fields/typed-text.ts';
import { after, type Clock, minutes } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import type { Texts } from '../gateways/sms/port.ts';
import { phoneSubject } from '../identity/find-people.ts';
import {
  type Claim,
  changeClaim,
  channelOf,
  claimableBy,
  codeTries,
  type Destination,
  insertClaim,
  lockClaim,
} from '../identity/ownership/claim-repository.ts';
import { uncontested } from '../identity/ownership/decide-claim.ts';
import { readHistory } from '../identity/ownership/history.ts';
import { textable } from '../identity/reach.ts';
import { findToken } from '../identity/single-use-token.ts';
import { type RateLimiter, tooMany } from '../rate-limits/rate-limiter.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { undisputedReach } from './undisputed-reach.ts';

type Dependencies = { db: Db; clock: Clock };
type SendingDependencies = Dependencies & Texts & { rateLimiter: Pick<RateLimiter, 'maySend'> };
type ClaimContext = { language: Language; device: string };

/**
 * "This is my account", begun with an address or phone that is on file or was before a change. A job looks up the
 * account, so that neither the response nor its timing reveals one. `network`: of the caller, who gets the same
 * response even after causing too many codes, when none is sent.
 */
export async function openClaim(
  { db, clock, rateLimiter, sms }: SendingDependencies,
  { typed, network, ...context }: ClaimContext & { typed: Destination; network: string },
): Promise<{ claimToken: string } | Refusal<'VALIDATION'>> {
  if (sms === null && !('email' in typed)) return refuseFields({ field: 'phoneNumber', code: 'texts_not_sent' });
  const at = clock.now();
  const { send } = await rateLimiter.maySend('ownership-code', { to: subjectOf(typed), by: { network } });
  return db.transaction().execute(async (trx) => {
    const expiresAt = after(at, minutes(claimMinutes));
    const { id, token } = await insertClaim(trx, { ...context, typed, userId: null, evidence: [], expiresAt, at });
    if (send) await enqueue(trx, { name: 'answer-ownership-claim', payload: { claimId: id } });
    return { claimToken: token };
  });
}

const subjectOf = (to: Destination) => ('email' in to ? normaliseEmail(to.email) : phoneSubject(to));

/** The same by the link mailed to a replaced address: it proves that mailbox. Opening it consumes nothing. */
export async function openClaimByLink(
  { db, clock }: Dependencies,
  { secret, ...context }: ClaimContext & { secret: string },
): Promise<{ claimToken: string } | Refusal<'TOKEN_INVALID'>> {
  const at = clock.now();
  const link = await findToken(db, { purpose: 'OWNERSHIP_CLAIM', secret, at });
  if (!link) return refuse('TOKEN_INVALID');
  const evidence = [{ kind: 'MAILBOX', email: String(link.data['email']) } as const];
  return db.transaction().execute(async (trx) => {
    const expiresAt = after(at, minutes(claimMinutes));
    const { token } = await insertClaim(trx, { ...context, userId: link.userId, typed: null, evidence, expiresAt, at });
    return { claimToken: token };
  });
}

/** Looks up whose address or phone was typed, and has a code sent to it; nothing is sent without an account. */
export async function answerClaim({ db, clock }: Dependencies, claimId: string): Promise<{ candidates: string[] }> {
  return db.transaction().execute(async (trx) => {
    const claim = await lockClaim(trx, claimId);
    if (!claim?.typed || claim.userId !== null) return { candidates: [] };
    const found = await claimableBy(trx, claim.typed);
    const candidates = 'email' in claim.typed ? found : await textableOf({ db: trx, clock }, found);
    await changeClaim(trx, claim.id, { candidates, round: claim.round + 1, triesLeft: codeTries });
    if (candidates.length > 0) await sendCode(trx, { claimId, round: claim.round + 1 });
    return { candidates };
  });
}

/** A phone proves nothing about an account that may not be texted, even if another with the same phone may be. */
const textableOf = async (of: { db: Trx; clock: Clock }, userIds: string[]): Promise<string[]> =>
  textable(await Promise.all(userIds.map(async (id) => ({ account: id, reach: await undisputedReach(of, id) }))));

/**
 * A code for a second proof, to the address or phone as it was before the dispute, which the claimant need not type.
 * What a mailed link has proved needs no code.
 */
export async function askClaimCode(
  { db, clock, rateLimiter, sms }: SendingDependencies,
  { claim: { id, userId }, channel, network }: { claim: Claim; channel: 'MAILBOX' | 'PHONE'; network: string },
): Promise<{ sent: true } | Refusal<'TOKEN_INVALID' | 'TOO_MANY_REQUESTS' | 'VALIDATION'>> {
  if (sms === null && channel === 'PHONE') return refuseFields({ field: 'channel', code: 'texts_not_sent' });
  const at = clock.now();
  const by = { account: `${id} ${channel}`, via: network };
  const sending = await rateLimiter.maySend('ownership-code', { to: `${userId} ${channel}`, by });
  const limited = tooMany(sending);
  if (limited) return limited;
  return db.transaction().execute(async (trx) => {
    const claim = await lockClaim(trx, id);
    if (!claim?.userId || !isOpen(claim)) return refuse('TOKEN_INVALID');
    if (!sending.send) return { sent: true };
    const typed = await destinationOf(trx, { userId: claim.userId, channel, at });
    await changeClaim(trx, claim.id, { typed, round: claim.round + 1, triesLeft: codeTries });
    if (typed) await sendCode(trx, { claimId: claim.id, round: claim.round + 1 });
    return { sent: true };
  });
}

export const isOpen = ({ state }: Claim): boolean => state === 'OPEN' || state === 'WAITING' || state === 'STAFF';

const sendCode = (trx: Trx, payload: { claimId: string; round: number }) =>
  enqueue(trx, { name: 'send-ownership-code', payload });

async function destinationOf(
  trx: Trx,
  { userId, channel, at }: { userId: string; channel: 'MAILBOX' | 'PHONE'; at: Date },
): Promise<Destination | null> {
  const history = await readHistory(trx, { userId, at });
  const value = uncontested(history, channel === 'MAILBOX' ? 'EMAIL' : 'PHONE') as Record<string, string>;
  const to: Destination =
    channel === 'MAILBOX'
      ? { email: value['email'] ?? '' }
      : { phoneCountryCode: value['phone_country_code'] ?? '', phoneNumber: value['phone_number'] ?? '' };
  return channelOf(to) === 'MAILBOX' && 'email' in to && to.email === '' ? null : to;
}

/** The six digits of a round of a claim: derived, so that they are stored nowhere. */
export function claimCode(makeToken: TokenMaker, { id, round }: { id: string; round: number }): string {
  const bytes = Buffer.from(makeToken('OWNERSHIP_CODE', `${id}:${round}`), 'base64url');
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}
