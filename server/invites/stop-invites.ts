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
/** What a mailbox stops: invites, or the invoices of whoever names it as their second address. */
export type Stopped = 'INVITES' | 'INVOICES';
type Keys = { db: DbOrTrx; makeToken: TokenMaker };
type Mailbox = { email: string; of?: Stopped };

const keyLength = 22;
const keyPurposes: Record<Stopped, string> = { INVITES: 'INVITED_MAILBOX', INVOICES: 'INVOICED_MAILBOX' };
const keyOf = (makeToken: TokenMaker, { email, of = 'INVITES' }: Mailbox): string =>
  makeToken(keyPurposes[of], foldedEmail(email)).slice(0, keyLength);
const proofOf = (makeToken: TokenMaker, link: StopLink, key: string): string => makeToken(`STOP_INVITES_${link}`, key);

/** The same for every such mail to a mailbox: it identifies the mailbox, and no mail. */
export const stopToken = (makeToken: TokenMaker, { link, ...mailbox }: Mailbox & { link: StopLink }): string => {
  const key = keyOf(makeToken, mailbox);
  return key + proofOf(makeToken, link, key);
};

/** The mailbox of a token; null if we did not issue it for this kind of link. */
export function mailboxOfToken(makeToken: TokenMaker, { link, token }: { link: StopLink; token: string }) {
  const [key, proof] = [token.slice(0, keyLength), token.slice(keyLength)];
  return sameHash(hashSecret(proof), hashSecret(proofOf(makeToken, link, key))) ? hashSecret(key) : null;
}

/** Stops all such mails to a mailbox, or allows them again. Idempotent. */
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

export async function isStopped({ db, makeToken }: Keys, mailbox: Mailbox): Promise<boolean> {
  const stop = await db
    .selectFrom('inviteStops')
    .select('stoppedAt')
    .where('mailboxHash', '=', mailboxHash(makeToken, mailbox))
    .executeTakeFirst();
  return stop !== undefined;
}

export const mailboxHash = (makeToken: TokenMaker, mailbox: Mailbox): Buffer => hashSecret(keyOf(makeToken, mailbox));
