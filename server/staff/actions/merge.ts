import { mergeUndoHours } from '#contract/account/account-merges.ts';
import { planThatStays, undoUntil } from '../../account/account-merge-repository.ts';
import { mergeAccounts, undoMerge } from '../../account/merge-accounts.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import type { User } from '../../identity/user-repository.ts';
import { defaultMethod } from '../../payments/payment-method-repository.ts';
import { refuse } from '../../refusal.ts';
import { currentSubscription } from '../../subscriptions/subscription-repository.ts';
import { personAction } from '../action.ts';
import { duplicatesOf, mergedWith, instantText, recordText } from '../duplicates.ts';

/** What happens to the two plans. */
async function plansSentence(db: DbOrTrx, { kept, ended }: { kept: User; ended: User }): Promise<string> {
  const [keptPlan, endedPlan] = [await currentSubscription(db, kept.id), await currentSubscription(db, ended.id)];
  if (!endedPlan) return 'The other one has no plan that runs. Nothing is charged.';
  const [stays, ends] = planThatStays({ keptPlan, endedPlan });
  const [on, off] = stays === keptPlan ? ['This one’s', 'the other’s'] : ['The other’s', 'this one’s'];
  if (stays && ends)
    return `Both have a plan that runs. ${on}, paid until ${stays.periodEnd}, goes on; ${off}, paid until ${ends.periodEnd}, ends now and does not renew. Nothing is paid back by it: refund it here afterwards, or give the days.`;
  const method = (await defaultMethod(db, kept.id))
    ? 'the payment method kept here'
    : 'the payment method of the other one';
  return `The other one’s plan, paid until ${endedPlan.periodEnd}, becomes this one’s. ${endedPlan.autoRenew ? `It renews by ${method}.` : 'It does not renew.'} Nothing is charged now.`;
}

export const merge = personAction({
  offer: async (db, { user }) =>
    Promise.all(
      (await duplicatesOf(db, user))
        .filter(({ refusal }) => refusal === null)
        .map(async ({ user: ended }) => ({
          subject: ended.id,
          sentences: [
            `${recordText(ended)}, is put into this record, here since ${instantText(user.createdAt)}. Its orders, receipts, refunds and plans become this one’s.`,
            'This sign-in, e-mail and family stay. The other sign-in ends on every device and in every app, and links mailed to it stop working. Check question and code of both first.',
            await plansSentence(db, { kept: user, ended }),
            'Nobody has joined the other family, and nobody who was invited to it is paid for. Invites to it stop working, and the other parent is told nothing.',
            'They are mailed that the two are one now: here, and at the other address if somebody has signed in with it.',
            `For ${mergeUndoHours} hours it can be undone. Then what is left of the other record is forgotten, as when an account closes.`,
          ],
        })),
    ),
  effect: async (trx, { user, subject: endedUserId, at }) => {
    const refused = await mergeAccounts(trx, {
      keptUserId: user.id,
      endedUserId,
      at,
    });
    return refused ? refuse('CONFLICT', { extra: { why: refused } }) : undefined;
  },
});

export const undoMergeAction = personAction({
  offer: async (db, { user, at }) =>
    (await mergedWith(db, user, at))
      .filter(({ stays, refusal }) => stays && refusal === null)
      .map(({ merge: done, other }) => ({
        subject: done.endedUserId,
        sentences: [
          `${other ? recordText(other) : 'The other'}, is a record of its own again: what came from it goes back, with refunds and documents since.`,
          'Its sign-in works again, with the password it had; whoever was signed in signs in anew. Links that had been mailed stay ended.',
          'Plans that moved or were stopped run and renew there as before.',
          'They are mailed that the two are apart again, at the same addresses.',
          `It is possible until ${instantText(undoUntil(done))}.`,
        ],
      })),
  effect: async (trx, { user, subject: endedUserId, at }) => {
    const refused = await undoMerge(trx, {
      keptUserId: user.id,
      endedUserId,
      at,
    });
    return refused ? refuse('CONFLICT', { extra: { why: refused } }) : undefined;
  },
});
