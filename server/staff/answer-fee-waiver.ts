import { sql } from 'kysely';
import { feeWaiverCodeDays } from '#contract/account/fee-waiver.ts';
import type { Day } from '#contract/fields/day.ts';
import { after, days } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import { lockUser, readUser } from '../identity/user-repository.ts';
import { type CodePaymentDependencies, payableByCode, payWithCode } from '../plans/pay-with-code.ts';
import { activationCodeOf } from '../pricing/activation-code.ts';
import { storeYearCode } from '../pricing/activation-code-repository.ts';
import { codeUserOf } from '../pricing/code-user.ts';
import {
  type FeeWaiver,
  feeWaiverOwner,
  lockUnansweredFeeWaiver,
  recordFeeWaiverAnswer,
} from '../pricing/fee-waiver-repository.ts';
import { isRefusal } from '../refusal.ts';
import { hashSecret, type TokenMaker } from '../secret.ts';
import { lockRegistration, saveRegistration } from '../sign-up/registration-repository.ts';
import { insertResumption } from '../sign-up/resumption-repository.ts';
import { resumeLinkSecret } from '../sign-up/save-for-elsewhere.ts';
import { latestOwn, lockSubscription } from '../subscriptions/subscription-repository.ts';

/** How long the link back to the sign-up in the answer is valid: people with restricted contact hours read it later. */
const linkDays = 7;

/** Derived from the waiver, so that the mail can derive the code again and no table stores it. */
export const feeWaiverCode = (makeToken: TokenMaker, id: string): string =>
  activationCodeOf(makeToken('FEE_WAIVER', id));

type Dependencies = CodePaymentDependencies & { makeToken: TokenMaker };
type Answering = { id: string; at: Date };

/**
 * Grants a request once: creates the code, redeems it at once if an account allows it, keeps the sign-up open for its
 * return link, and queues the mail.
 */
export async function answerFeeWaiver(trx: Trx, dependencies: Dependencies, { id, at }: Answering): Promise<void> {
  const { makeToken } = dependencies;
  await lockAsker(trx, id);
  const waiver = await lockUnansweredFeeWaiver(trx, id);
  if (!waiver) return;
  const { registrationId, state } = waiver;
  const activationCodeId = state === 'GRANTED' ? await storeCode(trx, { waiver, makeToken, at }) : null;
  const paidUntil = activationCodeId === null ? null : await payNow(trx, dependencies, { waiver, at });
  await recordFeeWaiverAnswer(trx, { id, activationCodeId, paidUntil, at });
  const resumptionId = registrationId === null ? null : await createResumeLink(trx, { registrationId, makeToken, at });
  const payload = { waiverId: id, ...(resumptionId && { resumptionId }) };
  await enqueue(trx, { name: 'send-fee-waiver-answer', payload, key: `fee-waiver-answer:${id}` });
}

/**
 * Locks plan and person before the request, in the same order as closing an account, because the year may be paid at
 * once.
 */
async function lockAsker(trx: Trx, id: string): Promise<void> {
  const userId = await feeWaiverOwner(trx, id);
  const own = userId === null ? null : await latestOwn(trx, userId);
  if (own) await lockSubscription(trx, own.id);
  if (userId !== null) await lockUser(trx, userId);
}

type CodeParams = { waiver: FeeWaiver; makeToken: TokenMaker; at: Date };

async function storeCode(trx: Trx, { waiver, makeToken, at }: CodeParams): Promise<string> {
  const { id, packageName, priceCents, registrationId, userId } = waiver;
  const contact = await contactOf(trx, waiver);
  const subjectId = userId ?? registrationId ?? id;
  return storeYearCode(trx, {
    code: feeWaiverCode(makeToken, id),
    packageName,
    priceCents,
    expiresAt: after(at, days(feeWaiverCodeDays)),
    at,
    holderId: subjectId,
    holderHash: contact && codeUserOf(makeToken, { subjectId, ...contact }).mailboxHash,
  });
}

/** Contact data of the account, or of the sign-up while it is kept. */
async function contactOf(trx: Trx, { userId, registrationId }: FeeWaiver) {
  if (userId !== null) return readUser(trx, userId);
  return (registrationId === null ? null : await lockRegistration(trx, registrationId))?.parent ?? null;
}

/** The end of the year that the code paid for; null if the code is left for its holder to redeem. */
async function payNow(
  trx: Trx,
  dependencies: Dependencies,
  { waiver: { id, userId }, at }: Omit<CodeParams, 'makeToken'>,
): Promise<Day | null> {
  const user = userId === null ? null : await readUser(trx, userId);
  const payable = user && (await payableByCode(trx, { user, sellers: dependencies.sellers, at }));
  if (!user || !payable) return null;
  const typed = feeWaiverCode(dependencies.makeToken, id);
  // A refusal may come after the first rows were written.
  await sql`savepoint before_payment`.execute(trx);
  const paid = await payWithCode(trx, dependencies, {
    user,
    subscriptionId: payable.subscription.id,
    typed,
    field: 'inputs.activationCode',
    form: 'staff-code',
    cents: null,
    at,
  });
  if (!isRefusal(paid)) return paid.quoted.period.periodEnd;
  await sql`rollback to savepoint before_payment`.execute(trx);
  return null;
}

async function createResumeLink(
  trx: Trx,
  { registrationId, makeToken, at }: { registrationId: string; makeToken: TokenMaker; at: Date },
): Promise<string> {
  const until = after(at, days(linkDays));
  await saveRegistration(trx, { id: registrationId, until });
  const hashOf = (id: string) => hashSecret(resumeLinkSecret(makeToken, id));
  return insertResumption(trx, { registrationId, kind: 'ANSWER', hashOf, expiresAt: until, at });
}
