import type { DbOrTrx } from '../../db/pool.ts';
import { changeRenewalIn, refusedResume } from '../../plans/change-renewal.ts';
import { chargeDay } from '../../plans/renewal-due.ts';
import { isRefusal, refuse } from '../../refusal.ts';
import { dueDay } from '../../subscriptions/calendar.ts';
import { renewsElsewhere } from '../../subscriptions/due-subscriptions.ts';
import { type Subscription, subscriptionsHeldOrPaidBy } from '../../subscriptions/subscription-repository.ts';
import { personAction } from '../action.ts';
import { capitalised } from './sentences.ts';

const holderText = ({ userId }: Subscription, readerId: string) =>
  userId === readerId ? 'their own plan' : 'the plan they pay for and someone else has';
const mailSentence = 'Its holder and its payer are emailed the new status. No money moves now.';

async function cancelSentence(
  db: DbOrTrx,
  { subscription, readerId, at }: { subscription: Subscription; readerId: string; at: Date },
): Promise<string> {
  const plan = holderText(subscription, readerId);
  if (await renewsElsewhere(db, subscription, at))
    return `The renewal of ${plan} is canceled here. The system it was imported from still renews it: cancel it there too.`;
  return dueDay(at, subscription.timeZone) < subscription.periodEnd
    ? `The renewal on ${subscription.periodEnd} of ${plan} is canceled. The plan continues until then.`
    : `The unpaid renewal of ${plan} is canceled, and the plan ends now.`;
}

export const cancelRenewal = personAction({
  offer: async (db, { user, at }) => {
    const held = await subscriptionsHeldOrPaidBy(db, user.id);
    const renewing = held.filter(({ state, autoRenew }) => state === 'CURRENT' && autoRenew);
    return Promise.all(
      renewing.map(async (subscription) => ({
        subject: subscription.id,
        sentences: [await cancelSentence(db, { subscription, readerId: user.id, at }), mailSentence],
      })),
    );
  },
  effect: async (trx, { user, subject: subscriptionId, at }) => {
    const changed = await changeRenewalIn(trx, { subscriptionId, userId: user.id, autoRenew: false, at });
    return isRefusal(changed) ? refuse('CONFLICT') : undefined;
  },
});

/** Only for subscriptions the user already pays for: staff cannot make anybody a payer. */
async function resumable(db: DbOrTrx, { userId, at }: { userId: string; at: Date }): Promise<Subscription[]> {
  const found: Subscription[] = [];
  for (const subscription of await subscriptionsHeldOrPaidBy(db, userId))
    if (subscription.payerUserId === userId && !(await refusedResume(db, { subscription, userId, at })))
      found.push(subscription);
  return found;
}

export const resumeRenewal = personAction({
  offer: async (db, { user, at }) =>
    Promise.all(
      (await resumable(db, { userId: user.id, at })).map(async (subscription) => ({
        subject: subscription.id,
        sentences: [
          `${capitalised(holderText(subscription, user.id))} renews again: on ${await chargeDay(db, { subscription, at })} their payment method is charged the price of that day.`,
          'Do it only if they have asked for it themselves.',
          mailSentence,
        ],
      })),
    ),
  effect: async (trx, { user, subject: subscriptionId, at }) => {
    const changed = await changeRenewalIn(trx, { subscriptionId, userId: user.id, autoRenew: true, at });
    return isRefusal(changed) ? refuse('CONFLICT') : undefined;
  },
});
