import { after, minutes } from '../clock.ts';
import { queueCredentialsLink } from '../checkout/credentials-link.ts';
import { insertPaidOrder } from '../checkout/paid-order.ts';
import type { Settled, Completion } from '../checkout/settle-payment.ts';
import { recordConsents } from '../identity/consent-repository.ts';
import { insertFamily } from '../identity/family-repository.ts';
import { writeReach } from '../identity/reach.ts';
import { insertUser, memberColors } from '../identity/user-repository.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import { timeInvite } from '../invites/time-invite.ts';
import { storePaymentMethod } from '../payments/order-repository.ts';
import { sharePaid } from '../pricing/price-order.ts';
import type { TokenMaker } from '../secret.ts';
import { startSubscription } from '../subscriptions/start-subscription.ts';
import { pricingListOf } from '../catalog/package-repository.ts';
import type { Registration } from './registration.ts';
import { changeRegistration, lockRegistration } from './registration-repository.ts';
import { endResumptions } from './resumption-repository.ts';

type PaidSignUp = Settled<'SIGN_UP'> & { registration: Registration };

/** Turns a paid registration into people, an order, subscriptions and an invite; or opens it again after a decline. */
export function signUpCompletion({
  makeToken,
  registrationTtlMinutes,
}: {
  makeToken: TokenMaker;
  registrationTtlMinutes: number;
}): Completion<'SIGN_UP'> {
  return {
    approved: async (trx, settled) => {
      const registration = await requireLock(trx, settled);
      await completeSignUp(trx, { paid: { ...settled, registration }, makeToken });
    },
    refused: async (trx, settled) => {
      const current = await requireLock(trx, settled);
      // Reading the outcome may have taken hours: the time-out starts over for a retry with another card.
      const expiresAt = after(settled.at, minutes(registrationTtlMinutes));
      if (current.state === 'PAYING')
        await changeRegistration(trx, { current, change: { state: 'FAMILY', expiresAt }, at: settled.at });
    },
  };
}

async function requireLock(trx: Trx, { attempt }: Settled): Promise<Registration> {
  const registration = await lockRegistration(trx, attempt.subjectId);
  if (!registration) throw new Error('A payment attempt belongs to no registration');
  return registration;
}

async function completeSignUp(
  trx: Trx,
  { paid, makeToken }: { paid: PaidSignUp; makeToken: TokenMaker },
): Promise<void> {
  const { registration, purchase, at } = paid;
  const people = await insertPeople(trx, paid);
  const orderId = await insertPaidOrder(trx, {
    settled: paid,
    userId: people.parentId,
    familyId: people.familyId,
  });
  await startSubscriptions(trx, { paid, people, orderId });
  if (paid.outcome.outcome === 'approved')
    await storePaymentMethod(trx, { userId: people.parentId, method: paid.outcome.paymentMethod, at });
  await recordConsents(trx, {
    userId: people.parentId,
    consent: purchase.consent,
    country: purchase.country,
    language: purchase.language,
    at,
  });
  await changeRegistration(trx, {
    current: registration,
    change: { state: 'PAID', familyId: people.familyId, userId: people.parentId },
    at,
  });
  await endResumptions(trx, registration.id);
  await enqueue(trx, { name: 'send-receipt', payload: { orderId }, key: `receipt:${orderId}` });
  await queueCredentialsLink(trx, { userId: people.parentId, makeToken, at });
  if (people.coParentId && registration.family?.coParent.email)
    await timeInvite(
      trx,
      { makeToken, clock: { now: () => at } },
      {
        invited: { id: people.coParentId, familyId: people.familyId },
        inviter: { id: people.parentId, timeZone: registration.parent.timeZone ?? null },
        timing: registration.inviteTiming ?? { when: 'NOW', day: null },
      },
    );
}

type People = { familyId: string; parentId: string; coParentId: string | null };

async function insertPeople(trx: Trx, { registration, purchase, at }: PaidSignUp): Promise<People> {
  const { parent, family, inviteTiming, reach, address, referral, language, anonymousId, siteCountry } = registration;
  const pricingGroup = await pricingListOf(trx, purchase.order.packageId);
  const familyId = await insertFamily(trx, { pricingGroup, children: family?.children ?? [], at });
  const shared = { familyId, language, siteCountry, at };
  const parentId = await insertUser(trx, {
    ...shared,
    ...parent,
    ...address,
    timeZone: parent.timeZone ?? null,
    role: 'PARENT_A',
    status: 'CREDENTIALS_NEEDED',
    referralSelection: referral.selection,
    referralOther: referral.other,
    anonymousId,
    gatewayCustomerId: registration.id,
  });
  if (reach) await writeReach(trx, { userId: parentId, reach, at });
  if (!family) return { familyId, parentId, coParentId: null };
  const coParentId = await insertUser(trx, {
    ...shared,
    ...family.coParent,
    language: inviteTiming?.language ?? language,
    role: 'PARENT_B',
    status: 'INVITED',
    color: memberColors[1],
  });
  return { familyId, parentId, coParentId };
}

async function startSubscriptions(
  trx: Trx,
  { paid, people, orderId }: { paid: PaidSignUp; people: People; orderId: string },
): Promise<void> {
  const { purchase, at } = paid;
  const shares = sharePaid(purchase.quote.priced);
  const covered =
    purchase.payForCoParent && people.coParentId ? [people.parentId, people.coParentId] : [people.parentId];
  for (const [index, userId] of covered.entries()) {
    await startSubscription(trx, {
      userId,
      familyId: people.familyId,
      payerUserId: people.parentId,
      packageId: purchase.order.packageId,
      services: purchase.order.services,
      years: purchase.years,
      orderId,
      paidCents: shares[index] ?? 0,
      at,
    });
  }
}
