import type { readAccount as readAccountRoute, readBilling as readBillingRoute } from '#contract/api/account.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { formatCents } from '#contract/fields/money.ts';
import { openDeletion } from '../closing/deletion-repository.ts';
import type { Db } from '../db/pool.ts';
import { documentYears } from '../documents/document-repository.ts';
import { ownReturnedMail } from '../identity/returned-mail.ts';
import { backupMethod, defaultMethod } from '../payments/payment-method-repository.ts';
import { openRefundsOf } from '../payments/refund-repository.ts';
import { renewalForReader } from '../plans/covers/cover-co-parent.ts';
import { methodView } from '../plans/methods/replace-payment-method.ts';
import { payableByCode } from '../plans/pay-with-code.ts';
import { refundOffer } from '../plans/refunds/refund-payment.ts';
import type { RenewDependencies } from '../plans/renew-subscription.ts';
import { type Viewer, viewSubscription } from '../plans/subscription-view.ts';
import { type Subscription, subscriptionsHeldOrPaidBy } from '../subscriptions/subscription-repository.ts';
import { type InviteViewDependencies, viewCoParent } from './co-parent-invite-view.ts';
import { listReceipts, viewRefund } from './receipts.ts';

const overviewReceipts = 3;
const allReceipts = 200;

/** One subscription for each holder, the current or latest one: replaced ones stay in receipts and export. */
export async function latestSubscriptions(db: Db, userId: string): Promise<Subscription[]> {
  const subscriptions = await subscriptionsHeldOrPaidBy(db, userId);
  return [...Map.groupBy(subscriptions, (one) => one.userId).values()].flatMap((ofOne) => ofOne.slice(0, 1));
}

type AccountDependencies = RenewDependencies & InviteViewDependencies;

export async function viewAccount(
  dependencies: AccountDependencies,
  { user, language, experiments }: Viewer,
): Promise<AnswerOf<typeof readAccountRoute>> {
  const { db } = dependencies;
  const [latest, coParent, receipts, deletion, returnedMail] = await Promise.all([
    latestSubscriptions(db, user.id),
    viewCoParent(dependencies, user),
    listReceipts(db, { userId: user.id, language, limit: overviewReceipts }),
    openDeletion(db, user.id),
    ownReturnedMail(dependencies, { userId: user.id, email: user.email }),
  ]);
  const own = latest.find(({ userId }) => userId === user.id);
  const running = latest.filter(({ userId, state }) => userId !== user.id && state === 'CURRENT');
  const view = (subscription: Subscription) =>
    viewSubscription(dependencies, { subscription, user, language, experiments });
  return {
    firstName: user.firstName,
    subscription: own ? await view(own) : null,
    others: await Promise.all(running.map(view)),
    coParent: coParent && {
      firstName: coParent.firstName,
      state: coParent.state,
      invite: coParent.invite,
    },
    receipts,
    returnedMail,
    unprovenEmail: user.emailProvenAt === null ? user.email : null,
    deletion: deletion && { closesOn: deletion.closesOn },
  };
}

export async function viewBilling(
  dependencies: AccountDependencies,
  { user, language, experiments }: Viewer,
): Promise<AnswerOf<typeof readBillingRoute>> {
  const { db } = dependencies;
  const [latest, method, backup, receipts, years, offer, payable, onTheWay, deletion, returnedMail, covered] =
    await Promise.all([
      latestSubscriptions(db, user.id),
      defaultMethod(db, user.id),
      backupMethod(db, user.id),
      listReceipts(db, { userId: user.id, language, limit: allReceipts }),
      documentYears(db, user.id),
      refundOffer(dependencies, user.id),
      payableByCode(db, { user, sellers: dependencies.sellers, at: dependencies.clock.now() }),
      openRefundsOf(db, user.id),
      openDeletion(db, user.id),
      ownReturnedMail(dependencies, { userId: user.id, email: user.email }),
      renewalForReader(db, { userId: user.id, at: dependencies.clock.now() }),
    ]);
  const keptCents = offer?.keptForCoParentCents ?? 0;
  return {
    subscriptions: await Promise.all(
      latest.map((subscription) => viewSubscription(dependencies, { subscription, user, language, experiments })),
    ),
    paymentMethod: method && methodView(method),
    backupMethod: backup && { ...methodView(backup), chargedWhenDeclined: backup.backupAgreedAt !== null },
    country: user.country,
    receipts,
    documentYears: years,
    refund: offer && {
      amount: offer.amountCents,
      amountFormatted: formatCents(offer.amountCents),
      until: offer.until,
      kept: keptCents,
      keptFormatted: formatCents(keptCents),
      codes: offer.codesCents,
      codesFormatted: formatCents(offer.codesCents),
      stopsPaying: latest.some(
        ({ id, userId, payerUserId, state, autoRenew }) =>
          userId !== user.id &&
          payerUserId === user.id &&
          state === 'CURRENT' &&
          autoRenew &&
          id !== offer.uninvited?.id,
      ),
    },
    coveredFrom: covered?.renewsOn ?? null,
    codePays: payable?.kind === 'RENEWAL',
    refunds: onTheWay.map(viewRefund),
    disputed: receipts.flatMap(({ orderId, date, bank }) =>
      bank?.state === 'HELD' ? [{ orderId, date, amount: bank.amount, amountFormatted: bank.amountFormatted }] : [],
    ),
    returnedMail,
    deletion: deletion && { closesOn: deletion.closesOn },
  };
}
