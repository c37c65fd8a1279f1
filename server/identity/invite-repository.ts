import { after, days } from '../clock.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';
import { newId } from '../new-id.ts';
import { hashSecret, type TokenMaker } from '../secret.ts';
import { endTiming } from './invite-timing-repository.ts';

export const inviteColumns = [
  'id',
  'familyId',
  'userId',
  'inviterUserId',
  'state',
  'lastCompletedStep',
  'expiresAt',
  'createdAt',
  'invitedAt',
  'openedAt',
  'acceptedAt',
  'browserHash',
] as const;
export type Invite = Row<'invites', typeof inviteColumns>;
export const inviteLifeMs = days(30);

/** The secret of an invite's link; derived, so that only its hash is ever stored. */
export function inviteSecret(makeToken: TokenMaker, inviteId: string): string {
  return makeToken('INVITE', inviteId);
}

/** `invitedAt`: when the inviter requested it, if not now. */
type NewInvite = {
  familyId: string;
  userId: string;
  inviterUserId: string;
  at: Date;
  invitedAt?: Date;
  byLetter?: boolean;
  shown?: boolean;
  makeToken: TokenMaker;
};

/**
 * A new invite; it ends an earlier live one of the same person, and its scheduling. What was typed with the earlier one
 * is shown in that browser only.
 */
export async function issueInvite(trx: Trx, { makeToken, at, invitedAt = at, ...values }: NewInvite): Promise<string> {
  const latest = await latestInvite(trx, values.userId);
  await trx
    .updateTable('invites')
    .set({ state: 'SUPERSEDED' })
    .where('userId', '=', values.userId)
    .where('state', 'in', ['SENT', 'OPENED'])
    .execute();
  await endTiming(trx, values.userId);
  const id = newId(at);
  await trx
    .insertInto('invites')
    .values({
      ...values,
      id,
      invitedAt,
      tokenHash: hashSecret(inviteSecret(makeToken, id)),
      state: 'SENT',
      expiresAt: after(at, inviteLifeMs),
      createdAt: at,
      browserHash: latest?.browserHash ?? null,
    })
    .execute();
  return id;
}

export async function readInvite(db: DbOrTrx, id: string): Promise<Invite | null> {
  return (await db.selectFrom('invites').select(inviteColumns).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The invite of a link's secret, in any state. Reading consumes nothing, because link scanners read. */
export async function findInvite(db: DbOrTrx, secret: string): Promise<Invite | null> {
  return (
    (await db
      .selectFrom('invites')
      .select(inviteColumns)
      .where('tokenHash', '=', hashSecret(secret))
      .executeTakeFirst()) ?? null
  );
}

export async function latestInvite(db: DbOrTrx, userId: string): Promise<Invite | null> {
  return (
    (await db
      .selectFrom('invites')
      .select(inviteColumns)
      .where('userId', '=', userId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()) ?? null
  );
}

const liveStates: readonly Invite['state'][] = ['SENT', 'OPENED'];

export function isLive({ state, expiresAt }: Pick<Invite, 'state' | 'expiresAt'>, at: Date): boolean {
  return liveStates.includes(state) && at < expiresAt;
}

/** Which of these people have a live invite that was not mailed, because they want none. */
export async function notMailedAmong(db: DbOrTrx, userIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('invites')
    .select('userId')
    .where('userId', 'in', userIds)
    .where('notMailedAt', 'is not', null)
    .where('state', 'in', liveStates)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Whether an invite can also be opened by a printed code. */
export async function isInLetter(db: DbOrTrx, inviteId: string): Promise<boolean> {
  return (
    (await db.selectFrom('inviteCodes').select('inviteId').where('inviteId', '=', inviteId).executeTakeFirst()) !==
    undefined
  );
}

/** Whether only a reader of the invited mailbox can have this link: it is in no letter, and no page showed it. */
export async function isMailedOnly(db: DbOrTrx, inviteId: string): Promise<boolean> {
  const mailed = await db
    .selectFrom('invites')
    .select('id')
    .where('id', '=', inviteId)
    .where('shown', '=', false)
    .where('byLetter', '=', false)
    .executeTakeFirst();
  return mailed !== undefined && !(await isInLetter(db, inviteId));
}

/** Somebody has begun to join. Beginning again changes nothing. */
export async function markOpened(db: DbOrTrx, { id, at }: { id: string; at: Date }): Promise<void> {
  await db
    .updateTable('invites')
    .set({ state: 'OPENED', openedAt: at })
    .where('id', '=', id)
    .where('state', '=', 'SENT')
    .execute();
}

/** From now on only the browser with this key is shown what the invited person has typed. */
export async function keepToBrowser(db: DbOrTrx, { id, key }: { id: string; key: string }): Promise<void> {
  await db
    .updateTable('invites')
    .set({ browserHash: hashSecret(key) })
    .where('id', '=', id)
    .execute();
}

/** Records how far the invited person has come; never backwards. */
export async function advanceInvite(db: DbOrTrx, { id, step }: { id: string; step: 1 | 2 | 3 }): Promise<void> {
  await db
    .updateTable('invites')
    .set({ lastCompletedStep: step })
    .where('id', '=', id)
    .where('lastCompletedStep', '<', step)
    .execute();
}

/**
 * Accepts a person's live invite: from then on no link of theirs works. False if there is none left to accept. The row
 * decides between two browsers: the second update waits for the first transaction and then finds nothing.
 */
export async function acceptInvite(trx: Trx, { userId, at }: { userId: string; at: Date }): Promise<boolean> {
  const accepted = await trx
    .updateTable('invites')
    .set({ state: 'ACCEPTED', acceptedAt: at, lastCompletedStep: 3 })
    .where('userId', '=', userId)
    .where('state', 'in', liveStates)
    .returning('id')
    .executeTakeFirst();
  return accepted !== undefined;
}

/** Whether the reader requested this link, or changed their own address; a newly invited parent did neither. */
export function isFollowUp({ invitedAt, createdAt }: Pick<Invite, 'invitedAt' | 'createdAt'>): boolean {
  return invitedAt < createdAt;
}
