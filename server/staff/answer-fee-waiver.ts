import { feeWaiverCodeDays } from '#contract/fee-waiver.ts';
import { after, days } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import { activationCodeOf } from '../pricing/activation-code.ts';
import { storeYearCode } from '../pricing/activation-code-repository.ts';
import { type FeeWaiver, lockUnansweredFeeWaiver, noteFeeWaiverAnswered } from '../pricing/fee-waiver-repository.ts';
import { hashSecret, type TokenMaker } from '../secret.ts';
import { saveRegistration } from '../sign-up/registration-repository.ts';
import { insertResumption } from '../sign-up/resumption-repository.ts';
import { resumeLinkSecret } from '../sign-up/save-for-elsewhere.ts';

/** The way back into the sign-up that comes with the answer. Whoever is reached at some hours alone reads it later. */
const linkDays = 7;

/** The same waiver, the same code: the mail makes it again, and no table holds it. */
export const feeWaiverCode = (makeToken: TokenMaker, id: string): string =>
  activationCodeOf(makeToken('FEE_WAIVER', id));

type Answering = { id: string; makeToken: TokenMaker; at: Date };

/** Makes the code of a granted request, keeps the sign-up of either for its way back, and queues the mail. Once. */
export async function answerFeeWaiver(trx: Trx, { id, makeToken, at }: Answering): Promise<void> {
  const waiver = await lockUnansweredFeeWaiver(trx, id);
  if (!waiver) return;
  const { registrationId, state } = waiver;
  const activationCodeId = state === 'GRANTED' ? await storeCode(trx, { waiver, makeToken, at }) : null;
  await noteFeeWaiverAnswered(trx, { id, activationCodeId, at });
  const resumptionId = registrationId === null ? null : await wayBack(trx, { registrationId, makeToken, at });
  const payload = { waiverId: id, ...(resumptionId && { resumptionId }) };
  await enqueue(trx, { name: 'send-fee-waiver-answer', payload, key: `fee-waiver-answer:${id}` });
}

type Granted = Omit<Answering, 'id'> & { waiver: FeeWaiver };

const storeCode = (trx: Trx, { waiver: { id, packageName, priceCents }, makeToken, at }: Granted): Promise<string> =>
  storeYearCode(trx, {
    code: feeWaiverCode(makeToken, id),
    packageName,
    priceCents,
    expiresAt: after(at, days(feeWaiverCodeDays)),
    at,
  });

async function wayBack(
  trx: Trx,
  { registrationId, makeToken, at }: { registrationId: string; makeToken: TokenMaker; at: Date },
): Promise<string> {
  const until = after(at, days(linkDays));
  await saveRegistration(trx, { id: registrationId, until });
  const hashOf = (id: string) => hashSecret(resumeLinkSecret(makeToken, id));
  return insertResumption(trx, { registrationId, kind: 'LINK', hashOf, expiresAt: until, at });
}
