import type { Clock } from '../clock.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { foldedEmail } from '../pricing/folded-email.ts';
import { hashSecret, sameHash, type TokenMaker } from '../secret.ts';

/** How long a stop is kept. */
export const inviteStopDays = 1_100;

/**
 * `LINK`: of the page, which stops invites and allows them again. `ONE_CLICK`: of a mail's headers; it is in the
 * request line, which is logged, so it can only stop.
 */
export type StopLink = 'LINK' | 'ONE_CLICK';
type Keys = { db: DbOrTrx; makeToken: TokenMaker };

const keyLength = 22;
const keyOf = (makeToken: TokenMaker, email: string): string =>
  makeToken('INVITED_MAILBOX', foldedEmail(email)).slice(0, keyLength);
const proofOf = (makeToken: TokenMaker, link: StopLink, key: string): string => makeToken(`STOP_INVITES_${link}`, key);

/** The same for every invite to a mailbox: it identifies the mailbox, and no invite. */
export const stopToken = (makeToken: TokenMaker, { link, email }: { link: StopLink; email: string }): string => {
  const key = keyOf(makeToken, email);
  return key + proofOf(makeToken, link, key);
};

/** The mailbox of a token; null if we did not issue it for this kind of link. */
export function mailboxOfToken(makeToken: TokenMaker, { link, token }: { link: StopLink; token: string }) {
  const [key, proof] = [token.slice(0, keyLength), token.slice(keyLength)];
  return sameHash(hashSecret(proof), hashSecret(proofOf(makeToken, link, key))) ? hashSecret(key) : null;
}

/** Stops all invites to a mailbox, or allows them again. Idempotent. */
export async function setInviteStop(
  { db, clock }: { db: DbOrTrx; clock: Clock },
  { mailbox, stopped }: { mailbox: Buffer; stopped: boolean },
): Promise<void> {
  if (!stopped) return void (await db.deleteFrom('inviteStops').where('mailboxHash', '=', mailbox).execute());
  await db
    .insertInto('inviteStops')
    .values({ mailboxHash: mailbox, stoppedAt: clock.now() })
    .onConflict((on) => on.doNothing())
    .execute();
}

export async function isInviteStopped({ db, makeToken }: Keys, email: string): Promise<boolean> {
  const stop = await db
    .selectFrom('inviteStops')
    .select('stoppedAt')
    .where('mailboxHash', '=', hashSecret(keyOf(makeToken, email)))
    .executeTakeFirst();
  return stop !== undefined;
}
