import { unrestrictedReach } from '#contract/account/reach-channels.ts';
import type { Db } from '../../db/pool.ts';
import { readUser } from '../../identity/user-repository.ts';
import { lastDayBefore } from '../../last-day.ts';
import { feeWaiverGranted, feeWaiverRefused } from '../../mail-templates/templates/fee-waiver.ts';
import { readActivationCode } from '../../pricing/activation-code-repository.ts';
import { type FeeWaiver, readFeeWaiver } from '../../pricing/fee-waiver-repository.ts';
import { resumeLinkSecret } from '../../sign-up/save-for-elsewhere.ts';
import { answerFeeWaiver, feeWaiverCode } from '../../staff/answer-fee-waiver.ts';
import type { Job } from '../job.ts';
import { deliverMail } from './deliver-mail.ts';
import { links } from './links.ts';

/** Carries out a decision of staff and queues its mail. */
export const answerFeeWaiverJob: Job<{ waiverId: string }> = {
  run: (dependencies, { waiverId: id }) =>
    dependencies.db
      .transaction()
      .execute((trx) => answerFeeWaiver(trx, dependencies, { id, at: dependencies.clock.now() })),
};

/** Mails the decision on a request for a year without charge. It is neutral if the requester has no account yet. */
export const sendFeeWaiverAnswer: Job<{
  waiverId: string;
  /** Of the link in the mail, if the parent has no account. */
  resumptionId?: string;
}> = {
  run: async (dependencies, { waiverId, resumptionId }) => {
    const { db, makeToken } = dependencies;
    const waiver = await readFeeWaiver(db, waiverId);
    const reader = waiver && (await readerOf(db, waiver));
    if (!reader) return;
    const resumeUrl =
      resumptionId === undefined || reader.id !== null
        ? null
        : links(dependencies, reader).resume(resumeLinkSecret(makeToken, resumptionId));
    const code = waiver.activationCodeId === null ? null : await readActivationCode(db, waiver.activationCodeId);
    const dedupeKey = `fee-waiver.${waiverId}`;
    if (code?.expiresAt)
      return deliverMail(dependencies, reader, {
        dedupeKey,
        template: feeWaiverGranted,
        props: {
          code: feeWaiverCode(makeToken, waiverId),
          packageName: waiver.packageName,
          until: waiver.paidUntil ?? lastDayBefore(code.expiresAt),
          isPaid: waiver.paidUntil !== null,
          resumeUrl,
        },
      });
    if (waiver.state === 'REFUSED')
      await deliverMail(dependencies, reader, { dedupeKey, template: feeWaiverRefused, props: { resumeUrl } });
  },
};

/** The requester, by their account if they have one by now. */
async function readerOf(db: Db, { registrationId, userId }: FeeWaiver) {
  const signUp =
    registrationId === null
      ? null
      : await db
          .selectFrom('registrations')
          .select(['userId', 'parent', 'address', 'language', 'reach', 'siteCountry'])
          .where('id', '=', registrationId)
          .executeTakeFirst();
  const account = userId ?? signUp?.userId ?? null;
  if (account !== null) return readUser(db, account);
  if (!signUp) return null;
  const { parent, address, language, reach, siteCountry } = signUp;
  return {
    id: null,
    reach: { ...(reach ?? unrestrictedReach), neutral: true },
    email: parent.email,
    language,
    siteCountry,
    country: address?.country ?? null,
  };
}
