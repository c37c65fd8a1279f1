import { sql } from 'kysely';
import type { ReturnedMail } from '#contract/api/returned-mail.ts';
import { normaliseEmail } from '#contract/fields/typed-text.ts';
import { after, type Clock, days } from '../clock.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import type { MailReport } from '../gateways/mail/port.ts';
import { hashSecret, type TokenMaker } from '../secret.ts';
import { notMailedAmong } from './invite-repository.ts';

/** After this an address is retried: mailboxes recover. */
export const suppressedDays = 90;
/** A full mailbox or an unreachable server: how many bounces within how many days, and as many days of rest. */
const soft = { most: 5, withinDays: 14 };
/** A single report can be a server's mistake, or forged by somebody who could read that one mail. */
const hardMails = 2;

type Keys = { db: DbOrTrx; makeToken: TokenMaker };
type Address = { userId: string | null; email: string };

/** Keyed, so that no address in a copy of the table can be found by trying. */
const addressHash = (makeToken: TokenMaker, email: string): Buffer =>
  hashSecret(makeToken('mailed-address', normaliseEmail(email)));

/** Hexadecimal, because servers on the way may change the case of the local part. */
function tagOf(makeToken: TokenMaker, { messageId, email }: { messageId: string; email: string }): string {
  const token = makeToken('returned-mail', `${messageId}:${normaliseEmail(email)}`);
  return Buffer.from(token, 'base64url').subarray(0, 16).toString('hex');
}

const localPart = /^bounces-([\da-f]{32})$/;

/** The tag in an address to which a mail bounces; null if the address is not one of ours. */
export function tagIn(address: string, bounceDomain: string): string | null {
  const [local = '', domain] = address.toLowerCase().split('@');
  return domain === bounceDomain.toLowerCase() ? (localPart.exec(local)?.[1] ?? null) : null;
}

/** In the mail's headers and not in its return address: whoever quotes it has seen the mail itself. */
const proofOf = (makeToken: TokenMaker, tag: string): string =>
  Buffer.from(makeToken('mail-seen', tag), 'base64url').subarray(0, 16).toString('hex');

/** Whether one of these message ids, quoted in a report, proves that its sender has seen the mail of this tag. */
export function provesMail(
  makeToken: TokenMaker,
  { tag, messageIds }: { tag: string; messageIds: readonly string[] },
): boolean {
  const proof = `.${proofOf(makeToken, tag)}@`;
  return messageIds.some((id) => id.toLowerCase().includes(proof));
}

type OpenedEnvelope =
  | { withheld: MailReport }
  | { withheld: null; tag: string | null; headerId: string; returnPath?: string };
type NewEnvelope = Address & { messageId: string; template: string; alwaysLeaves: boolean };

/**
 * Records a mail before it is sent, so that even an early bounce report finds it, and returns its return address and
 * the message id for its headers, or why it must not be sent.
 */
export async function openEnvelope(
  { db, clock, makeToken, bounceDomain }: Keys & { clock: Clock; bounceDomain: string | null },
  { messageId, userId, email, template, alwaysLeaves }: NewEnvelope,
): Promise<OpenedEnvelope> {
  if (bounceDomain === null) return { withheld: null, tag: null, headerId: messageId };
  const at = clock.now();
  const hash = addressHash(makeToken, email);
  const tag = tagOf(makeToken, { messageId, email });
  const { withheld } = await db
    .insertInto('mailEnvelopes')
    .values({
      tagHash: hashSecret(tag),
      userId,
      addressHash: hash,
      template,
      withheld: alwaysLeaves ? null : suppressionOf(db, { userId, hash, at }),
      sentAt: at,
    })
    .onConflict((on) => on.column('tagHash').doUpdateSet({ withheld: (set) => set.ref('excluded.withheld') }))
    .returning('withheld')
    .executeTakeFirstOrThrow();
  if (withheld !== null) return { withheld };
  const headerId = messageId.replace('@', `.${proofOf(makeToken, tag)}@`);
  return { withheld, tag, headerId, returnPath: `bounces-${tag}@${bounceDomain}` };
}

/** Whether a row of `suppressed_addresses` still suppresses mails. */
export const isSuppressing = (at: Date) => sql<boolean>`(cause = 'COMPLAINT' or hard_reports >= ${hardMails}
  or (reports >= ${soft.most} and reported_at > ${after(at, -days(soft.withinDays))}))`;

type SuppressionQuery = { userId: string | null; hash: Buffer; at: Date };

const suppressionOf = (db: DbOrTrx, { userId, hash, at }: SuppressionQuery) =>
  db
    .selectFrom('suppressedAddresses')
    .select('cause')
    .where('userId', userId === null ? 'is' : '=', userId)
    .where('addressHash', '=', hash)
    .where(isSuppressing(at));

/** The reports on an account's address, if they suppress mails to it. */
export async function currentSuppression(
  { db, clock, makeToken }: Keys & { clock: Clock },
  { userId, email }: Address,
): Promise<MailReport | null> {
  const query = suppressionOf(db, { userId, hash: addressHash(makeToken, email), at: clock.now() });
  return (await query.executeTakeFirst())?.cause ?? null;
}

/**
 * Whether mails to one's own address are suppressed. A full mailbox looks like a rejecting one, because it currently
 * accepts none.
 */
export async function ownReturnedMail(keys: Keys & { clock: Clock }, own: Address): Promise<ReturnedMail> {
  const report = await currentSuppression(keys, own);
  return report && (report === 'COMPLAINT' ? report : 'RETURNED');
}

/**
 * Which of these accounts have an address, given with them, that accepted no mail. A bounce and a reader who wants no
 * invites look the same.
 */
export async function unreachableByMail(
  { db, makeToken }: Keys,
  people: readonly { userId: string; email: string }[],
): Promise<ReadonlySet<string>> {
  if (people.length === 0) return new Set();
  const ids = people.map(({ userId }) => userId);
  const rows = await db
    .selectFrom('suppressedAddresses')
    .select(['userId', 'addressHash'])
    .where('cause', '=', 'HARD')
    .where('userId', 'in', ids)
    .execute();
  const notMailed = new Set(await notMailedAmong(db, ids));
  const hit = people.filter(({ userId, email }) => {
    const hash = addressHash(makeToken, email);
    return rows.some((row) => row.userId === userId && row.addressHash.equals(hash)) || notMailed.has(userId);
  });
  return new Set(hit.map(({ userId }) => userId));
}

const weakerThan: Record<MailReport, MailReport[]> = { SOFT: [], HARD: ['SOFT'], COMPLAINT: ['SOFT', 'HARD'] };

/**
 * Handles a report about a mail by the tag of its return address; false if it changes nothing: an unknown tag, or no
 * worse than before.
 */
export async function recordMailReport(
  { db, clock }: { db: Db; clock: Clock },
  { tag, report }: { tag: string; report: MailReport },
): Promise<boolean> {
  const at = clock.now();
  const changes = sql<boolean>`(reported is null or reported = any(${weakerThan[report]}::text[]))
    and (not ignores_bounces or ${report === 'COMPLAINT'})`;
  const hard = Number(report === 'HARD');
  return db.transaction().execute(async (trx) => {
    const mail = await trx
      .updateTable('mailEnvelopes')
      .set({ reported: report })
      .where('tagHash', '=', hashSecret(tag))
      .where('withheld', 'is', null)
      .where(changes)
      .returning(['userId', 'addressHash'])
      .executeTakeFirst();
    if (!mail) return false;
    await sql`
      insert into suppressed_addresses as known (user_id, address_hash, cause, reports, hard_reports, reported_at)
      values (${mail.userId}, ${mail.addressHash}, ${report}, 1, ${hard}, ${at})
      on conflict (user_id, address_hash) do update set
        cause = case when known.cause = any(${weakerThan[report]}::text[]) then ${report} else known.cause end,
        reports = case when known.reported_at < ${after(at, -days(soft.withinDays))} then 1 else known.reports + 1 end,
        hard_reports = known.hard_reports + ${hard},
        reported_at = ${at}`.execute(trx);
    return true;
  });
}

/**
 * Retries an address that is entered again, and deletes the bounces of one that is replaced; later ones of earlier
 * mails no longer count. Complaints stay: otherwise whoever caused the mails could end them by entering the address
 * again. Only their reader can withdraw them, by opening a mailed link (`byReader`).
 */
export async function liftBounces(
  { db, makeToken }: Keys,
  { userId, email, byReader = false }: Address & { byReader?: boolean },
): Promise<boolean> {
  return liftReports(db, { userId, hash: addressHash(makeToken, email), byReader });
}

/** The same for an address that is known only by its hash. */
export async function liftReports(
  db: DbOrTrx,
  { userId, hash, byReader = false }: { userId: string | null; hash: Buffer; byReader?: boolean },
): Promise<boolean> {
  const ofAddress = sql<boolean>`address_hash = ${hash} and user_id is not distinct from ${userId}`;
  // First: a concurrent report ends before it, or finds that its mail no longer counts.
  await (byReader
    ? db.deleteFrom('mailEnvelopes').where(ofAddress).execute()
    : db.updateTable('mailEnvelopes').set({ ignoresBounces: true }).where(ofAddress).execute());
  const lifted = await db
    .deleteFrom('suppressedAddresses')
    .where(ofAddress)
    .where('cause', 'in', byReader ? ['SOFT', 'HARD', 'COMPLAINT'] : ['SOFT', 'HARD'])
    .executeTakeFirst();
  return lifted.numDeletedRows > 0n;
}

export async function forgetReturnedMail(db: DbOrTrx, userId: string): Promise<void> {
  await db.deleteFrom('mailEnvelopes').where('userId', '=', userId).execute();
  await db.deleteFrom('suppressedAddresses').where('userId', '=', userId).execute();
}
