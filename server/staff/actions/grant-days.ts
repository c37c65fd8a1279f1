import * as z from 'zod/mini';
import type { ActionInput } from '#contract/staff/action-inputs.ts';
import { confirmedAboveDays, givenWithinDays } from '#contract/staff/staff-actions.ts';
import * as grants from '../../plans/grant-days.ts';
import { isRefusal } from '../../refusal.ts';
import { currentSubscription, subscriptionsHeldOrPaidBy } from '../../subscriptions/subscription-repository.ts';
import { personAction } from '../action.ts';

const inputs = z.strictObject({ days: z.int() });
const daysInput: ActionInput = { kind: 'number', name: 'days', label: 'Days', least: 1, most: 366, initial: 30 };
const confirmed = `More than ${confirmedAboveDays} days within ${givenWithinDays} wait for a second person.`;
const free = 'No one pays for these days.';

export const extendPlan = personAction({
  inputs,
  offer: async (db, { user, at }) => {
    const current = await currentSubscription(db, user.id);
    if (!current || !(await grants.mayExtend(db, current, at))) return [];
    return [
      {
        subject: current.id,
        sentences: [
          `After ${current.periodEnd}, the plan continues for as many days as you give.`,
          ...(current.autoRenew
            ? ['It renews that much later, for a year from then. Its payer and its holder are emailed the new day.']
            : ['Nothing is sent now; they are emailed before it ends if they did not pay for it.']),
          free,
          confirmed,
        ],
        inputs: [daysInput],
      },
    ];
  },
  effect: async (trx, { subject: subscriptionId, inputs: { days }, at }) => {
    const extended = await grants.extendPlan(trx, { subscriptionId, days, at });
    return isRefusal(extended) ? extended : undefined;
  },
});

export const givePlan = personAction({
  inputs,
  offer: async (db, { user }) => {
    const [latest] = await subscriptionsHeldOrPaidBy(db, user.id);
    if (user.status === 'CLOSED' || latest?.userId !== user.id || !(await grants.mayGrant(db, latest))) return [];
    return [
      {
        subject: latest.id,
        sentences: [
          'The plan they had restarts today, for as many days as you give. Then it ends: it does not renew.',
          'Nothing is sent now. They are emailed 30 and 7 days before the end, with the price of a year.',
          free,
          confirmed,
        ],
        inputs: [daysInput],
      },
    ];
  },
  effect: async (trx, { subject: subscriptionId, inputs: { days }, at }) => {
    const granted = await grants.grantPlan(trx, { subscriptionId, days, at });
    return isRefusal(granted) ? granted : undefined;
  },
});
