import { normaliseEmail } from '#contract/fields/typed-text.ts';
import { enqueue } from '../db/job-queue.ts';
import { readRecoveryRequest, settleRequest } from '../identity/recovery-request.ts';
import { openUnder, saveRegistration } from './registration-repository.ts';
import { type ElsewhereDependencies, insertResumeLink, savedUntil } from './save-for-elsewhere.ts';

/** Handles a request to resume a sign-up: mails the address, in one mail, a link to each open one. */
export async function answerResumeRequest(
  dependencies: Omit<ElsewhereDependencies, 'registrationTtlMinutes'>,
  requestId: string,
): Promise<void> {
  const { db, clock, makeToken, rateLimiter } = dependencies;
  await db.transaction().execute(async (trx) => {
    const request = await readRecoveryRequest(trx, requestId);
    if (!request || request.typed === null) return;
    const at = clock.now();
    const recipient = normaliseEmail(request.typed['email'] ?? '');
    const found = await openUnder(trx, { email: recipient, at });
    await settleRequest(trx, { id: requestId, userIds: [] });
    if (found.length === 0) return;
    const { send } = await rateLimiter.maySend('resume-link', { to: recipient, by: 'anybody' });
    if (!send) return;
    const until = savedUntil(at);
    const ids: string[] = [];
    for (const registrationId of found) {
      await saveRegistration(trx, { id: registrationId, until });
      ids.push(await insertResumeLink(trx, { registrationId, makeToken, until, at }));
    }
    const [resumptionId, ...others] = ids;
    if (resumptionId !== undefined) await enqueue(trx, { name: 'send-resume-link', payload: { resumptionId, others } });
  });
}
