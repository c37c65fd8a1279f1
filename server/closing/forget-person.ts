import { sql } from 'kysely';
import { forgetMergedSignIns } from '../account/account-merge-repository.ts';
import { after, minutes } from '../clock.ts';
import type { Trx } from '../db/pool.ts';
import { deleteInvoiceAddress } from '../documents/invoice-address.ts';
import { forgetActivity } from '../identity/activity.ts';
import { forgetImportedContent } from '../identity/imported-content.ts';
import { endTiming } from '../identity/invite-timing-repository.ts';
import { forgetDevices } from '../identity/known-device.ts';
import { forgetReach } from '../identity/reach.ts';
import { forgetReturnedMail } from '../identity/returned-mail.ts';
import { removeEveryFactor } from '../identity/second-factor/factors.ts';
import { whoseAccount } from '../identity/whose-account.ts';
import { enqueueCustomerDeletion } from '../plans/methods/delete-gateway-customer.ts';
import { forgetCodeUser } from '../pricing/code-user.ts';
import { forgetFeeWaivers } from '../pricing/fee-waiver-repository.ts';
import { clearInput } from '../sign-up/registration-repository.ts';
import { ownAttempts } from './own-attempts.ts';

/**
 * Deletes all personal data of a closing account. Orders, attempts without payer, consents as proof, and ids stay.
 * Analytics events are linked only by a browser id, which is removed from account and sign-up. Credentials are deleted
 * too, which frees the username.
 */
export async function forgetPerson(trx: Trx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await queueForgettingAtGateway(trx, { userId, at });
  await forgetUser(trx, { userId, at });
  const methods = await trx.selectFrom('paymentMethods').select('id').where('userId', '=', userId).execute();
  await forgetImportedContent(trx, [userId, ...methods.map(({ id }) => id)]);
  await forgetPractice(trx, userId);
  await forgetDevices(trx, userId);
  await removeEveryFactor(trx, userId);
  await trx.deleteFrom('factorResets').where('userId', '=', userId).execute();
  await trx.deleteFrom('enrolmentProofs').where('userId', '=', userId).execute();
  await forgetActivity(trx, userId);
  await forgetMergedSignIns(trx, userId);
  await forgetFeeWaivers(trx, userId);
  await forgetCodeUser(trx, userId);
  await forgetReach(trx, userId);
  await deleteInvoiceAddress(trx, userId);
  await forgetReturnedMail(trx, userId);
  // They may contain a new address; confirming one can have no effect on a closed account.
  await trx.deleteFrom('staffProposals').where('userId', '=', userId).where('state', '=', 'OPEN').execute();
  await trx.deleteFrom('sentTexts').where('userId', '=', userId).execute();
  await clearInput(trx, { userId, at });
  // Not the timings that it set for others: whoever waits is unknown to others until they are deleted too.
  await endTiming(trx, userId);
  await trx
    .updateTable('invites')
    .set({ state: 'REVOKED' })
    .where('inviterUserId', '=', userId)
    .where('state', 'in', ['SENT', 'OPENED'])
    // Whoever has begun keeps access to their input for as long as it is stored.
    .where((where) =>
      where.exists(
        where
          .selectFrom('users')
          .select('users.id')
          .whereRef('users.id', '=', 'invites.userId')
          .where(whoseAccount, '!=', 'BEGUN'),
      ),
    )
    // What a professional paid for stays the parent's, and so does the access to it.
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('subscriptions')
            .select('subscriptions.id')
            .whereRef('subscriptions.userId', '=', 'invites.userId')
            .where('subscriptions.payerUserId', '=', userId)
            .where('subscriptions.state', '=', 'CURRENT'),
        ),
      ),
    )
    .execute();
  await trx
    .updateTable('singleUseTokens')
    .set((eb) => ({ usedAt: eb.fn.coalesce('usedAt', eb.val(at)), data: '{}' }))
    .where('userId', '=', userId)
    .execute();
  await forgetPayer(trx, userId);
}

/** A card that is being stored at this moment would recreate the customer at the gateway. */
const storingMs = minutes(5);

/** The gateway does not know anybody who was only invited and never tried to pay. */
async function queueForgettingAtGateway(trx: Trx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  const { rows } = await sql`
    select from users where id = ${userId} and (status <> 'INVITED'
      or exists (select from payment_attempts where purpose = 'INVITE' and subject_id = users.id))`.execute(trx);
  if (rows.length === 0) return;
  await enqueueCustomerDeletion(trx, { userId, runAt: after(at, storingMs) });
}

async function forgetUser(trx: Trx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      status: 'CLOSED',
      firstName: '',
      lastName: '',
      invitedFirstName: null,
      invitedLastName: null,
      invitedEmail: null,
      email: '',
      emailNormalised: '',
      emailProvenAt: null,
      phoneCountryCode: '',
      phoneNumber: '',
      timeZone: null,
      line1: null,
      line2: null,
      city: null,
      region: null,
      postalCode: null,
      username: null,
      passwordHash: null,
      securityQuestion: null,
      securityAnswerHash: null,
      securityCodeHash: null,
      referralSelection: null,
      referralOther: null,
      anonymousId: null,
      updatedAt: at,
    })
    .where('id', '=', userId)
    .execute();
}

/** An unsettled attempt keeps its payer, because it may have to be sent again. */
async function forgetPayer(trx: Trx, userId: string): Promise<void> {
  await sql`
    update payment_attempts set purchase = purchase - 'payer'
    where state not in ('PENDING', 'UNKNOWN')
      and id in (select attempt_id from orders where user_id = ${userId}
        union all select id from ${ownAttempts(userId)} as tried)`.execute(trx);
}

/** Data that only professionals' accounts have. */
async function forgetPractice(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('professionals')
    .set({
      title: '',
      credentials: '',
      phoneExtension: '',
      practiceName: '',
      roles: [],
      benchOfficerName: '',
      benchOfficerPosition: '',
      colleagueName: '',
      colleagueRole: '',
      requestKey: null,
      requestHash: null,
    })
    .where('userId', '=', userId)
    .execute();
  await trx.deleteFrom('caseImports').where('professionalId', '=', userId).execute();
}
