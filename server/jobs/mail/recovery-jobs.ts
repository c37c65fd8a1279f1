import { unrestrictedReach } from '#contract/account/reach-channels.ts';
import { furtherWays } from '../../account/further-proof.ts';
import type { Db } from '../../db/pool.ts';
import { answerRecovery, type MayMail } from '../../identity/answer-recovery.ts';
import { forgetExpiredLogins } from '../../identity/client-logins.ts';
import { forgetClaims } from '../../identity/ownership/claim-repository.ts';
import { forgetRecoveryRequests, readRecoveryRequest, recoveryCode } from '../../identity/recovery-request.ts';
import { forgetSecondSteps } from '../../identity/second-factor/second-step.ts';
import { forgetSessions } from '../../identity/session-repository.ts';
import { readToken } from '../../identity/single-use-token.ts';
import { readUser } from '../../identity/user-repository.ts';
import { addressCode } from '../../mail-templates/templates/address-code.ts';
import { passwordChanged } from '../../mail-templates/templates/password-changed.ts';
import { passwordReset } from '../../mail-templates/templates/password-reset.ts';
import { answerResumeRequest } from '../../sign-up/answer-resume-request.ts';
import type { Job } from '../job.ts';
import { deliverMail } from './deliver-mail.ts';
import { links } from './links.ts';

/** Handles a recovery request: looks up the account and queues its messages, if there is one. */
export const answerRecoveryJob: Job<{ requestId: string }> = {
  run: async (dependencies, { requestId }) => {
    const { db, clock, makeToken, rateLimiter } = dependencies;
    const request = await readRecoveryRequest(db, requestId);
    if (request?.kind === 'SIGN_UP') return answerResumeRequest(dependencies, requestId);
    const mayMail: MayMail = async (mail, to) => (await rateLimiter.maySend(mail, { to, by: 'anybody' })).send;
    await answerRecovery({ db, makeToken, mayMail }, { requestId, at: clock.now() });
  },
};

/** Mails the link that sets a new password. Not sent if it was used or has expired. */
export const sendPasswordReset: Job<{ tokenId: string }> = {
  run: async (dependencies, { tokenId }) => {
    const { db, clock, makeToken } = dependencies;
    const token = await readToken(db, tokenId);
    const user = token && (await readUser(db, token.userId));
    if (!token || !user || user.username === null || token.usedAt !== null || token.expiresAt <= clock.now()) return;
    const { firstName, username } = user;
    const resetUrl = links(dependencies, user).passwordReset(makeToken('PASSWORD_RESET', tokenId));
    await deliverMail(dependencies, user, {
      dedupeKey: `password-reset.${tokenId}`,
      template: passwordReset,
      props: { firstName, username, resetUrl, further: await furtherWays(dependencies, { user, token }) },
    });
  },
};

/**
 * Mails the code that proves an address, in words that name nobody: its reader may not know whoever has it. The mailbox
 * belongs to no account yet, so no account's contact settings apply.
 */
export const sendAddressCode: Job<{ requestId: string }> = {
  run: async (dependencies, { requestId }) => {
    const request = await readRecoveryRequest(dependencies.db, requestId);
    const email = request?.typed?.['email'];
    if (!request || email === undefined || request.expiresAt <= dependencies.clock.now()) return;
    const reader = { id: null, reach: unrestrictedReach, email, language: request.language, country: null };
    await deliverMail(dependencies, reader, {
      dedupeKey: `address-code.${requestId}`,
      template: addressCode,
      props: {
        code: recoveryCode(dependencies.makeToken, requestId),
        loginUrl: links(dependencies, { siteCountry: null }).login,
      },
    });
  },
};

/** Tells the owner that their password was changed. */
export const sendPasswordChanged: Job<{ userId: string; changedAt: string }> = {
  run: async (dependencies, { userId, changedAt }) => {
    const user = await readUser(dependencies.db, userId);
    if (!user) return;
    await deliverMail(dependencies, user, {
      dedupeKey: `password-changed.${userId}.${Date.parse(changedAt)}`,
      template: passwordChanged,
      props: {
        firstName: user.firstName,
        changedAt,
        timeZone: user.timeZone ?? 'UTC',
        recoverUrl: links(dependencies, user).forgotPassword,
        myAccountUrl: links(dependencies, user).myAccount,
      },
    });
  },
};

/**
 * Rate limits are counted in real time, whatever the rules' clock says. Rows that are being counted are skipped, so
 * that neither waits for the other.
 */
async function forgetAttempts(db: Db): Promise<void> {
  const over = db.selectFrom('rateLimits').select('key').where('expire', '<', Date.now()).forUpdate().skipLocked();
  await db.deleteFrom('rateLimits').where('key', 'in', over).execute();
}

/** Deletes expired sessions, their app logins, recovery requests, second steps and rate limits. */
export const forgetOldAccess: Job = {
  run: async ({ db, clock }) => {
    await forgetSessions(db, clock.now());
    await forgetRecoveryRequests(db, clock.now());
    await forgetSecondSteps(db, clock.now());
    await forgetClaims(db, clock.now());
    await forgetExpiredLogins(db);
    await forgetAttempts(db);
  },
};
