import { sql } from 'kysely';
import { type CodePaymentDependencies, payableByCode, payWithCode } from '../account/pay-with-code.ts';
import { readUser } from '../identity/user-repository.ts';
import { isRefusal } from '../refusal.ts';
import { feeWaiverCodeDays } from '#contract/fee-waiver.ts';
import { after, days } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import { activationCodeOf } from '../pricing/activation-code.ts';
import { storeYearCode } from '../pricing/activation-code-repository.ts';
import { type FeeWaiver, lockUnansweredFeeWaiver, recordFeeWaiverAnswer } from '../pricing/fee-waiver-repository.ts';
import { hashSecret, type TokenMaker } from '../secret.ts';
import { saveRegistration } from '../sign-up/registration-repository.ts';
import { insertResumption } from '../sign-up/resumption-repository.ts';
import { resumeLinkSecret } from '../sign-up/save-for-elsewhere.ts';

/** The way back into the sign-up that comes with the answer. Whoever is reached at some hours alone reads it later. */
const linkDays = 7;

/** The same waiver, the same code: the mail makes it again, and no table holds it. */
export const feeWaiverCode = (makeToken: TokenMaker, id: string): string =>
  activationCodeOf(makeToken('FEE_WAIVER', id));

type Dependencies = CodePaymentDependencies & { makeToken: TokenMaker };
type Answering = { id: string; at: Date };

/**
 * Makes the code of a granted request, pays with it for an account where a code can pay by now, keeps the sign-up of
 * either answer for its way back, and queues the mail. Once.
 */
export async function answerFeeWaiver(trx: Trx, dependencies: Dependencies, { id, at }: Answering): Promise<void> {
  const { makeToken } = dependencies;
  const waiver = await lockUnansweredFeeWaiver(trx, id);
  if (!waiver) return;
  const { registrationId, state } = waiver;
  const activationCodeId = state === 'GRANTED' ? await storeCode(trx, { waiver, makeToken, at }) : null;
  const paidUntil = activationCodeId === null ? null : await payAtOnce(trx, dependencies, { waiver, at });
  await recordFeeWaiverAnswer(trx, { id, activationCodeId, paidUntil, at });
  const resumptionId = registrationId === null ? null : await wayBack(trx, { registrationId, makeToken, at });
  const payload = { waiverId: id, ...(resumptionId && { resumptionId }) };
  await enqueue(trx, { name: 'send-fee-waiver-answer', payload, key: `fee-waiver-answer:${id}` });
}

type Granted = { waiver: FeeWaiver; makeToken: TokenMaker; at: Date };

const storeCode = (trx: Trx, { waiver: { id, packageName, priceCents }, makeToken, at }: Granted): Promise<string> =>
  storeYearCode(trx, {
    code: feeWaiverCode(makeToken, id),
    packageName,
    priceCents,
    expiresAt: after(at, days(feeWaiverCodeDays)),
    at,
  });

/** Until when the year is that the code pays now; null where it has to wait for whoever has it. */
async function payAtOnce(
  trx: Trx,
  dependencies: Dependencies,
  { waiver: { id, userId }, at }: Omit<Granted, 'makeToken'>,
): Promise<string | null> {
  const user = userId === null ? null : await readUser(trx, userId);
  const payable = user && (await payableByCode(trx, { user, at }));
  if (!user || !payable) return null;
  const typed = feeWaiverCode(dependencies.makeToken, id);
  // A refusal may come after its first rows.
  await sql`savepoint before_payment`.execute(trx);
  const paid = await payWithCode(trx, dependencies, { user, subscriptionId: payable.subscription.id, typed, at });
  if (!isRefusal(paid)) return paid.until;
  await sql`rollback to savepoint before_payment`.execute(trx);
  return null;
}

async function wayBack(
  trx: Trx,
  { registrationId, makeToken, at }: { registrationId: string; makeToken: TokenMaker; at: Date },
): Promise<string> {
  const until = after(at, days(linkDays));
  await saveRegistration(trx, { id: registrationId, until });
  const hashOf = (id: string) => hashSecret(resumeLinkSecret(makeToken, id));
  return insertResumption(trx, { registrationId, kind: 'LINK', hashOf, expiresAt: until, at });
}
