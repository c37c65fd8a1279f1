import { closeAccount, isClosingDue } from '../closing/close-account.ts';
import { forgetAbandonedFamily } from '../closing/forget-abandoned-family.ts';
import { forgetWaitingFamilies } from '../closing/forget-waiting-families.ts';
import { enqueue } from '../db/job-queue.ts';
import { balanceDocuments } from '../documents/issue-document.ts';
import { checkRefundStatus } from '../payments/check-refund-status.ts';
import { issueRefund } from '../payments/issue-refund.ts';
import { enqueueRefund } from '../payments/refund-repository.ts';
import { askAboutUnjoined } from '../plans/ask-about-unjoined.ts';
import { deleteGatewayCustomer, enqueueCustomerDeletion } from '../plans/methods/delete-gateway-customer.ts';
import { deleteReplacedMethod } from '../plans/methods/delete-replaced-method.ts';
import { refreshPaymentMethod } from '../plans/methods/refresh-payment-method.ts';
import { tryWaitingRenewals } from '../plans/methods/save-payment-method.ts';
import { type DeclinedTry, tryBackup } from '../plans/methods/try-backup.ts';
import { updateGatewayCustomer } from '../plans/methods/update-gateway-customer.ts';
import { renewSubscription } from '../plans/renew-subscription.ts';
import { scanBilling } from '../plans/scan-billing.ts';
import type { Job } from './job.ts';
import { sendAccountClosed } from './mail/account-mail-jobs.ts';

/** Queues what is due by the rules' clock. */
export const scanBillingJob: Job = {
  run: async ({ db, clock, log }) => {
    const found = await scanBilling({ db, clock });
    if (found.renewals + found.reminders > 0) log.info(found, 'billing queued');
  },
};

export const renewSubscriptionJob: Job<{ subscriptionId: string }> = {
  run: (dependencies, payload) => renewSubscription(dependencies, payload),
};

/** Charges a declined renewal to the payer's backup method. */
export const tryBackupMethodJob: Job<DeclinedTry> = {
  run: (dependencies, payload) => tryBackup(dependencies, payload),
};

export const askAboutUnjoinedJob: Job<{ subscriptionId: string }> = {
  run: (dependencies, payload) => askAboutUnjoined(dependencies, payload),
};

/** Issues a refund. Queued again if the gateway's result is unknown, it refuses, or the sale has not settled. */
export const issueRefundJob: Job<{ refundId: string }> = {
  run: async (dependencies, { refundId }) => {
    const { db, log } = dependencies;
    const { step, ...details } = await issueRefund({ ...dependencies, balanceDocuments }, refundId);
    if (step === 'failed') log.error({ refundId, ...details }, 'refund failed permanently: manual action required');
    if (step === 'refused') log.warn({ refundId, ...details }, 'refund refused; retrying with a new idempotency key');
    if (!('until' in details)) return;
    await enqueueRefund(db, { refundId, runAt: details.until });
  },
};

/** Checks the state of a refund that the gateway has accepted. */
export const followRefundJob: Job<{ refundId: string }> = {
  run: async (dependencies, { refundId }) => {
    const { step, ...details } = await checkRefundStatus({ ...dependencies, balanceDocuments }, refundId);
    if (step === 'failed')
      dependencies.log.error({ refundId, ...details }, 'refund failed permanently: manual action required');
    if (step === 'absent') dependencies.log.error({ refundId }, 'accepted refund not found at the gateway');
  },
};

export const deletePaymentMethodJob: Job<{ paymentMethodId: string }> = {
  run: async (dependencies, { paymentMethodId }) => {
    const { retryAt } = await deleteReplacedMethod(dependencies, paymentMethodId);
    if (retryAt === null) return;
    const key = `delete-method:${paymentMethodId}`;
    await enqueue(dependencies.db, {
      name: 'delete-payment-method',
      payload: { paymentMethodId },
      runAt: retryAt,
      key,
    });
  },
};

/** Updates a stored method after its bank has replaced the card. */
export const refreshPaymentMethodJob: Job<{ paymentMethodId: string }> = {
  run: (dependencies, { paymentMethodId }) => refreshPaymentMethod(dependencies, paymentMethodId),
};

/** Charges renewals that waited for a payer's method or address, once it is there. */
export const chargeWaitingRenewals: Job<{ userId: string }> = {
  run: async ({ db, clock }, { userId }) => {
    await db.transaction().execute((trx) => tryWaitingRenewals(trx, { userId, at: clock.now() }));
  },
};

export const updateGatewayCustomerJob: Job<{ userId: string }> = {
  run: (dependencies, { userId }) => updateGatewayCustomer(dependencies, userId),
};

/** Deletes the name and e-mail of a deleted user from the gateway's vault. */
export const deleteGatewayCustomerJob: Job<{ userId: string }> = {
  run: async (dependencies, { userId }) => {
    const { retryAt } = await deleteGatewayCustomer(dependencies, userId);
    if (retryAt !== null) await enqueueCustomerDeletion(dependencies.db, { userId, runAt: retryAt });
  },
};

/** Deletes the families that a closing professional opened and nobody joined. */
export const forgetWaitingFamiliesJob: Job<{ professionalId: string }> = {
  run: (dependencies, { professionalId }) => forgetWaitingFamilies(dependencies, professionalId),
};

/** Deletes the rest of a family once the accounts that could bring somebody into it are closed. */
export const forgetAbandonedFamilyJob: Job<{ familyId: string }> = {
  run: async (dependencies, { familyId }) => {
    const { retryAt } = await forgetAbandonedFamily(dependencies, familyId);
    if (retryAt === null) return;
    const key = `forget-family:${familyId}`;
    await enqueue(dependencies.db, { name: 'forget-abandoned-family', payload: { familyId }, runAt: retryAt, key });
  },
};

/** Days for which a last mail is retried if its server does not accept it. */
const lastMailDays = 7;

/**
 * Sends the last mail first, because afterwards there is no address. Until then the account stays open, but not for
 * ever: data is deleted as promised, even if the mail server is gone.
 */
export const closeAccountJob: Job<{ requestId: string }> = {
  run: async (dependencies, { requestId }) => {
    if (!(await isClosingDue(dependencies, requestId))) return;
    try {
      await sendAccountClosed(dependencies, requestId);
    } catch (error) {
      if (!(await isClosingDue(dependencies, requestId, { late: lastMailDays }))) throw error;
      dependencies.log.warn({ requestId }, 'account closed without its last mail');
    }
    await closeAccount(dependencies, requestId);
  },
};
