import type { InvoiceAddress } from '#contract/api/invoice-address.ts';
import { sameEmail } from '#contract/fields/typed-text.ts';
import { type Clock, days } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import {
  deleteInvoiceAddress,
  markAgreed,
  readInvoiceAddress,
  storeInvoiceAddress,
} from '../documents/invoice-address.ts';
import type { EndedMeanwhile } from '../identity/ownership/record-change.ts';
import { currentSuppression, liftBounces } from '../identity/returned-mail.ts';
import { consumeToken, endTokens, findToken, issueToken } from '../identity/single-use-token.ts';
import { lockUser } from '../identity/user-repository.ts';
import { isStopped, mailboxHash, setInviteStop } from '../invites/stop-invites.ts';
import { foldedEmail } from '../pricing/folded-email.ts';
import { tooMany } from '../rate-limits/rate-limiter.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { changeOwn, type OwnSession } from './change-own.ts';
import type { MessageLimits } from './change-phone.ts';

type Dependencies = { db: Db; clock: Clock; makeToken: TokenMaker };

/** How long the mailed link works. */
const agreeLifeMs = days(7);
const purpose = 'INVOICE_ADDRESS';

/** Whether mails of invoices must not go to a mailbox: its reader refused them, or its server does. */
export async function refusesInvoices(
  keys: { db: DbOrTrx; clock: Clock; makeToken: TokenMaker },
  email: string,
): Promise<boolean> {
  const [stopped, suppressed] = await Promise.all([
    isStopped(keys, { email, of: 'INVOICES' }),
    currentSuppression(keys, { userId: null, email }),
  ]);
  return stopped || suppressed !== null;
}

/** A refusal shows only once the reader had agreed: nobody learns of earlier ones by typing addresses. */
export async function viewInvoiceAddress(dependencies: Dependencies, userId: string): Promise<InvoiceAddress | null> {
  const address = await readInvoiceAddress(dependencies.db, userId);
  if (!address) return null;
  const { email, agreedAt } = address;
  if (agreedAt === null) return { email, state: 'WAITING' };
  return { email, state: (await refusesInvoices(dependencies, email)) ? 'STOPPED' : 'IN_USE' };
}

/**
 * Names the second address and mails its reader a link. The same address again: bounces are forgotten, and a reader who
 * has not agreed gets the link once more.
 */
export async function setInvoiceAddress(
  dependencies: Dependencies & MessageLimits,
  { session, email }: { session: OwnSession; email: string },
): Promise<{ address: InvoiceAddress | null } | Refusal<'VALIDATION' | 'TOO_MANY_REQUESTS'> | EndedMeanwhile> {
  const userId = session.user.id;
  const { rateLimiter } = dependencies;
  const sending = await rateLimiter.maySend('invoice-address', { to: foldedEmail(email), by: { account: userId } });
  const limited = tooMany(sending);
  if (limited) return limited;
  const change = { session, kind: 'INVOICE_ADDRESS_SET' } as const;
  const refused = await changeOwn<'VALIDATION'>(dependencies, change, async (trx, { user, at }) => {
    if (sameEmail(email, user.email)) return refuseFields({ field: 'email', code: 'email_unchanged' });
    const current = await readInvoiceAddress(trx, userId);
    const isNew = !current || !sameEmail(current.email, email);
    await liftBounces({ ...dependencies, db: trx }, { userId: null, email });
    if (isNew) {
      await storeInvoiceAddress(trx, { userId, email, at });
      await endTokens(trx, { userId, purpose, at });
    } else if (current.agreedAt !== null) return false;
    if (sending.send) await mailLink(trx, { ...dependencies, userId, at });
    return isNew;
  });
  return refused ?? { address: await viewInvoiceAddress(dependencies, userId) };
}

type NewLink = Pick<Dependencies, 'makeToken'> & { userId: string; at: Date };

async function mailLink(trx: Trx, { makeToken, userId, at }: NewLink): Promise<void> {
  await endTokens(trx, { userId, purpose, at });
  const { id } = await issueToken(trx, { purpose, userId, lifeMs: agreeLifeMs, at, makeToken });
  await enqueue(trx, { name: 'send-invoice-address', payload: { tokenId: id }, key: `invoice-address:${id}` });
}

/** Nothing is sent to it from now on: every mail is decided again when it leaves. */
export async function removeInvoiceAddress(
  dependencies: Dependencies,
  session: OwnSession,
): Promise<{ removed: true } | EndedMeanwhile> {
  const userId = session.user.id;
  const change = { session, kind: 'INVOICE_ADDRESS_REMOVED' } as const;
  const refused = await changeOwn(dependencies, change, async (trx, { at }) => {
    await endTokens(trx, { userId, purpose, at });
    return deleteInvoiceAddress(trx, userId);
  });
  return refused ?? { removed: true };
}

/**
 * The reader of the mailbox agrees by the mailed link, which also withdraws what they had refused before. The link ends
 * with the address that it was mailed to.
 */
export async function agreeToInvoices(
  { db, clock, makeToken }: Dependencies,
  secret: string,
): Promise<{ agreed: true } | Refusal<'TOKEN_INVALID'>> {
  return db.transaction().execute(async (trx) => {
    const at = clock.now();
    const found = await findToken(trx, { purpose, secret, at });
    const owner = found && (await lockUser(trx, found.userId));
    const address = owner && (await readInvoiceAddress(trx, owner.id));
    // Nobody changes an account that two people claim; the link works once that is decided.
    if (!found || !address || owner.frozenAt !== null) return refuse('TOKEN_INVALID');
    if (!(await consumeToken(trx, { token: found, at }))) return refuse('TOKEN_INVALID');
    const { email } = address;
    const mailbox = mailboxHash(makeToken, { email, of: 'INVOICES' });
    await setInviteStop({ db: trx, clock }, { mailbox, stopped: false });
    await liftBounces({ db: trx, makeToken }, { userId: null, email, byReader: true });
    await markAgreed(trx, { userId: owner.id, at });
    return { agreed: true };
  });
}
