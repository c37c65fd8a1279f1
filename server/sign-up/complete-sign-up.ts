import { refundOfFirstPayment } from '#contract/account/refund.ts';
import { pricingListOf } from '../catalog/package-repository.ts';
import { queueCredentialsLink } from '../checkout/credentials-link.ts';
import { enqueueReceipt } from '../checkout/enqueue-receipt.ts';
import { insertPaidOrder } from '../checkout/paid-order.ts';
import { refundUnfulfilledOrder } from '../checkout/refund-unfulfilled-order.ts';
import type { Completion, Settled } from '../checkout/settle-payment.ts';
import { after, minutes } from '../clock.ts';
import type { Trx } from '../db/pool.ts';
import { sendTogether } from '../db/send-together.ts';
import { recordConsents } from '../identity/consent-repository.ts';
import { lockEmails } from '../identity/duplicate-check.ts';
import { insertFamily } from '../identity/family-repository.ts';
import { proveEmail } from '../identity/proven-email.ts';
import { writeReach } from '../identity/reach.ts';
import { insertUser, memberColors } from '../identity/user-repository.ts';
import { timeInvite } from '../invites/time-invite.ts';
import { storePaymentMethod } from '../payments/order-repository.ts';
import { sharePaid } from '../pricing/price-order.ts';
import type { TokenMaker } from '../secret.ts';
import { startSubscription } from '../subscriptions/start-subscription.ts';
import { isCoParentKnown } from './co-parent-duplicate.ts';
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
    isWanted: async (trx, { attempt }) => (await lockRegistration(trx, attempt.subjectId))?.state === 'PAYING',
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
  if (!registration) throw new Error('Payment attempt without a registration');
  return registration;
}

async function completeSignUp(
  trx: Trx,
  { paid, makeToken }: { paid: PaidSignUp; makeToken: TokenMaker },
): Promise<void> {
  const { registration, purchase, at } = paid;
  const { consent, country, language } = purchase;
  await lockEmails(trx, addressesToLock(paid));
  const coversCoParent = await coversTheCoParent(trx, paid);
  const people = await insertPeople(trx, paid);
  const { parentId: userId, familyId } = people;
  if (registration.emailProvenAt) await proveEmail(trx, { userId, isNew: true, at: registration.emailProvenAt });
  await sendTogether([
    storeOrder(trx, { paid, people, coversCoParent }),
    paid.outcome.outcome === 'approved' && storePaymentMethod(trx, { userId, method: paid.outcome.paymentMethod, at }),
    recordConsents(trx, { userId, consent, country, language, at }),
    changeRegistration(trx, { current: registration, change: { state: 'PAID', familyId, userId }, at }),
    registration.reach && writeReach(trx, { userId, reach: registration.reach, at }),
    endResumptions(trx, { registrationId: registration.id }),
    queueCredentialsLink(trx, { userId, makeToken, at }),
    inviteCoParent(trx, { paid, people, makeToken }),
  ]);
}

/** The co-parent's, so that a payment of theirs that starts now sees this one; and the parent's that is proved. */
function addressesToLock({ registration, purchase }: PaidSignUp): string[] {
  const { family, parent, emailProvenAt } = registration;
  if (!purchase.payForCoParent || !family) return [];
  return [family.coParent.email, emailProvenAt ? parent.email : ''];
}

/**
 * Whether the co-parent gets the plan that was paid for them: not if they have got an account during the gateway call,
 * or are paying for one.
 */
async function coversTheCoParent(trx: Trx, { registration, purchase, at }: PaidSignUp): Promise<boolean> {
  const { family } = registration;
  if (!purchase.payForCoParent || !family) return false;
  return !(await isCoParentKnown(trx, { registration, at }));
}

type NewOrder = { paid: PaidSignUp; people: People; coversCoParent: boolean };

async function storeOrder(trx: Trx, { paid, people, coversCoParent }: NewOrder): Promise<void> {
  const { parentId: userId, familyId } = people;
  const orderId = await insertPaidOrder(trx, { settled: paid, userId, familyId });
  await startSubscriptions(trx, { paid, people, orderId, coversCoParent });
  if (paid.purchase.payForCoParent && !coversCoParent) {
    const { keptCents: cents } = refundOfFirstPayment({ totalCents: paid.attempt.amountCents, forTwo: true });
    await refundUnfulfilledOrder(trx, { settled: paid, orderId, userId, cents, people: 2 });
  }
  await enqueueReceipt(trx, orderId);
}

async function inviteCoParent(
  trx: Trx,
  { paid: { registration, at }, people, makeToken }: { paid: PaidSignUp; people: People; makeToken: TokenMaker },
): Promise<void> {
  const { family, parent, inviteTiming } = registration;
  if (!people.coParentId || !family?.coParent.email) return;
  await timeInvite(
    trx,
    { makeToken, clock: { now: () => at } },
    {
      invited: { id: people.coParentId, familyId: people.familyId },
      inviter: { id: people.parentId, timeZone: parent.timeZone ?? null },
      timing: inviteTiming ?? { when: 'NOW', day: null },
    },
  );
}

type People = { familyId: string; parentId: string; coParentId: string | null };

async function insertPeople(trx: Trx, { registration, purchase, at }: PaidSignUp): Promise<People> {
  const { parent, family, inviteTiming, address, referral, language, anonymousId, siteCountry } = registration;
  const pricingGroup = await pricingListOf(trx, purchase.order.packageId);
  const familyId = await insertFamily(trx, { pricingGroup, children: family?.children ?? [], at });
  const shared = { familyId, language, siteCountry, at };
  const [parentId, coParentId] = await sendTogether([
    insertUser(trx, {
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
    }),
    family &&
      insertUser(trx, {
        ...shared,
        ...family.coParent,
        language: inviteTiming?.language ?? language,
        role: 'PARENT_B',
        status: 'INVITED',
        color: memberColors[1],
      }),
  ]);
  return { familyId, parentId, coParentId };
}

type PaidPlan = NewOrder & { orderId: string };

async function startSubscriptions(trx: Trx, { paid, people, orderId, coversCoParent }: PaidPlan): Promise<void> {
  const { purchase, registration, at } = paid;
  const { familyId, parentId: payerUserId } = people;
  const { packageId, services } = purchase.order;
  const shares = sharePaid(purchase.quote.priced);
  const covered = coversCoParent && people.coParentId ? [payerUserId, people.coParentId] : [payerUserId];
  const timeZone = registration.parent.timeZone ?? 'UTC';
  const shared = { familyId, payerUserId, timeZone, packageId, services, years: purchase.years, orderId, at };
  await sendTogether(
    covered.map((userId, index) => startSubscription(trx, { ...shared, userId, paidCents: shares[index] ?? 0 })),
  );
}
