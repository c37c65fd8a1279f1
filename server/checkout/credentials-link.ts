import { sql } from 'kysely';
import { after, days, minutes } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { issueToken, shownOnly } from '../identity/single-use-token.ts';
import type { TokenMaker } from '../secret.ts';

export const credentialsLifeMs = days(1);

/** How long after a payment the link is mailed to a user without a username. */
const unfinishedAfterMs = minutes(15);

type LinkOwner = { userId: string; makeToken: TokenMaker; at: Date };

/** Queues the mail with the credentials link; the job skips users who have set them by then. */
export async function queueCredentialsLink(trx: Trx, { userId, makeToken, at }: LinkOwner): Promise<void> {
  const link = await issueToken(trx, { purpose: 'CREDENTIALS', userId, lifeMs: credentialsLifeMs, at, makeToken });
  await enqueue(trx, {
    name: 'send-credentials-link',
    payload: { tokenId: link.id },
    runAt: after(at, unfinishedAfterMs),
    key: `credentials:${userId}`,
  });
}

type LinkRound = LinkOwner & { round: number };

/** Whether a link was already issued for this round of mails: a job that runs twice must not issue a second one. */
export async function isRoundIssued(trx: Trx, { userId, round, at }: Omit<LinkRound, 'makeToken'>): Promise<boolean> {
  const issued = await trx
    .selectFrom('singleUseTokens')
    .select('id')
    .where('userId', '=', userId)
    .where('purpose', '=', 'CREDENTIALS')
    .where(sql`data ->> 'round'`, '=', String(round))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', at)
    .limit(1)
    .executeTakeFirst();
  return issued !== undefined;
}

/** Issues a new link for a round of mails, and queues its mail. Earlier links stay valid. */
export async function queueNextLink(trx: Trx, { round, ...owner }: LinkRound): Promise<void> {
  const { id } = await issueToken(trx, {
    purpose: 'CREDENTIALS',
    ...owner,
    lifeMs: credentialsLifeMs,
    data: { round },
  });
  await enqueue(trx, { name: 'send-credentials-link', payload: { tokenId: id } });
}

const shortestUsefulMs = days(0.5);

/**
 * A token for the credentials step in this browser, never one that was mailed: using it does not prove a mailbox. One
 * that stays valid long enough is reused, so that repeated requests do not create more.
 */
export async function credentialsToken(db: DbOrTrx, { userId, makeToken, at }: LinkOwner): Promise<string> {
  const existing = await db
    .selectFrom('singleUseTokens')
    .select('id')
    .where('userId', '=', userId)
    .where('purpose', '=', 'CREDENTIALS')
    .where(sql<boolean>`data @> ${JSON.stringify(shownOnly)}::jsonb`)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', after(at, shortestUsefulMs))
    .limit(1)
    .executeTakeFirst();
  if (existing) return makeToken('CREDENTIALS', existing.id);
  const token = { purpose: 'CREDENTIALS', userId, lifeMs: credentialsLifeMs, data: shownOnly } as const;
  return (await issueToken(db, { ...token, at, makeToken })).secret;
}

/** The oldest expired token; null once it is deleted. */
export async function formerCredentialsToken(
  db: DbOrTrx,
  { userId, makeToken, at }: LinkOwner,
): Promise<string | null> {
  const former = await db
    .selectFrom('singleUseTokens')
    .select('id')
    .where('userId', '=', userId)
    .where('purpose', '=', 'CREDENTIALS')
    .where('expiresAt', '<=', at)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return former ? makeToken('CREDENTIALS', former.id) : null;
}
