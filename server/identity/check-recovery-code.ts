import { timingSafeEqual } from 'node:crypto';
import type { RecoverableAccount } from '#contract/api/recovery.ts';
import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { TokenMaker } from '../secret.ts';
import { lockRequest, recoveryCode } from './recovery-request.ts';

type Dependencies = { db: Db; clock: Clock; makeToken: TokenMaker };
export type CodeCheck = {
  result: 'SUCCESS' | 'NOT_FOUND' | 'MULTI';
  triesLeft: number;
  accounts: RecoverableAccount[];
};

const wrong = (triesLeft: number): CodeCheck => ({ result: 'NOT_FOUND', triesLeft, accounts: [] });

/** `m•••@e•••.com`: enough to recognise one's own address. */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  const ending = domain.slice(domain.lastIndexOf('.'));
  return `${local.slice(0, 1)}•••@${domain.slice(0, 1)}•••${ending}`;
}

async function accountsOf(trx: Trx, userIds: string[]) {
  return userIds.length === 0
    ? []
    : trx
        .selectFrom('users')
        .select(['id', 'firstName', 'email'])
        .where('id', 'in', userIds)
        .where('status', '!=', 'CLOSED')
        .orderBy('createdAt')
        .execute();
}

/**
 * Checks a code against the request of this browser: five tries, ten minutes. An unknown phone takes the same path: no
 * code is ever correct for it.
 */
export async function checkRecoveryCode(
  { db, clock, makeToken }: Dependencies,
  { token, code }: { token: string | null; code: string },
): Promise<CodeCheck> {
  const at = clock.now();
  if (token === null) return wrong(0);
  return db.transaction().execute(async (trx) => {
    const request = await lockRequest(trx, { kind: 'USERNAME_BY_PHONE', token, at });
    if (!request || request.triesLeft === 0) return wrong(0);
    const same = timingSafeEqual(Buffer.from(recoveryCode(makeToken, request.id)), Buffer.from(code));
    const people = await accountsOf(trx, request.userIds);
    // Entered again, because the first answer was lost.
    if (request.verifiedAt !== null) return same ? offered(people, request.triesLeft) : wrong(0);
    if (!same || people.length === 0) {
      await trx
        .updateTable('recoveryRequests')
        .set({ triesLeft: request.triesLeft - 1 })
        .where('id', '=', request.id)
        .execute();
      return wrong(request.triesLeft - 1);
    }
    const several = people.length > 1;
    await trx
      .updateTable('recoveryRequests')
      .set({ verifiedAt: at, usedAt: several ? null : at })
      .where('id', '=', request.id)
      .execute();
    if (!several)
      await enqueue(trx, { name: 'send-recovery-text', payload: { requestId: request.id, text: 'USERNAME' } });
    return offered(people, request.triesLeft);
  });
}

/** The accounts to choose from; the only one is texted its username. */
function offered(people: Awaited<ReturnType<typeof accountsOf>>, triesLeft: number): CodeCheck {
  if (people.length <= 1) return { result: 'SUCCESS', triesLeft, accounts: [] };
  const accounts = people.map(({ id, firstName, email }) => ({ userId: id, firstName, email: maskEmail(email) }));
  return { result: 'MULTI', triesLeft, accounts };
}

/**
 * Mails the username of one of the accounts that a correct code offered. Anything else has no effect and looks the
 * same.
 */
export async function mailChosenUsername(
  { db, clock }: Dependencies,
  { token, userId, email }: { token: string | null; userId: string; email: string },
): Promise<void> {
  if (token === null) return;
  const at = clock.now();
  await db.transaction().execute(async (trx) => {
    const request = await lockRequest(trx, { kind: 'USERNAME_BY_PHONE', token, at });
    if (!request || request.verifiedAt === null || !request.userIds.includes(userId)) return;
    const [chosen] = await accountsOf(trx, [userId]);
    if (!chosen || maskEmail(chosen.email) !== email) return;
    await trx.updateTable('recoveryRequests').set({ usedAt: at }).where('id', '=', request.id).execute();
    await enqueue(trx, { name: 'send-usernames', payload: { requestId: request.id, userIds: [userId] } });
  });
}
