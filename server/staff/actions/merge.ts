import { mergeUndoHours } from '#contract/account/account-merges.ts';
import { planThatStays, undoUntil } from '../../account/account-merge-repository.ts';
import { mergeAccounts, separateAccounts } from '../../account/merge-accounts.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import type { User } from '../../identity/user-repository.ts';
import { defaultMethod } from '../../payments/payment-method-repository.ts';
import { refuse } from '../../refusal.ts';
import { currentSubscription } from '../../subscriptions/subscription-repository.ts';
import { personAction } from '../action.ts';
import { duplicatesOf, instantText, mergedWith, recordText } from '../duplicates.ts';

/** What happens to the two plans. */
async function plansSentence(db: DbOrTrx, { kept, ended }: { kept: User; ended: User }): Promise<string> {
  const [keptPlan, endedPlan] = [await currentSubscription(db, kept.id), await currentSubscription(db, ended.id)];
  if (!endedPlan) return 'The other account has no active plan. Nothing is charged.';
  const [stays, ends] = planThatStays({ keptPlan, endedPlan });
  const [on, off] = stays === keptPlan ? ["This account's", "the other's"] : ["The other account's", "this one's"];
  if (stays && ends)
    return `Both have an active plan. ${on}, paid until ${stays.periodEnd}, continues; ${off}, paid until ${ends.periodEnd}, ends now and does not renew. This refunds nothing: refund it here afterwards, or extend the plan.`;
  const method = (await defaultMethod(db, kept.id))
    ? 'the payment method kept here'
    : "the other account's payment method";
  return `The other account's plan, paid until ${endedPlan.periodEnd}, becomes this account's. ${endedPlan.autoRenew ? `It renews by ${method}.` : 'It does not renew.'} Nothing is charged now.`;
}

export const merge = personAction({
  offer: async (db, { user }) =>
    Promise.all(
      (await duplicatesOf(db, user))
        .filter(({ refusal }) => refusal === null)
        .map(async ({ user: ended }) => ({
          subject: ended.id,
          sentences: [
            `${recordText(ended)}, is merged into this account, here since ${instantText(user.createdAt)}. Its orders, receipts, refunds and plans become this account's.`,
            'This login, email and family stay. The other login ends on every device and in every app, and links emailed to it stop working. Check question and code of both first.',
            await plansSentence(db, { kept: user, ended }),
            'No one has joined the other family, and no one invited to it is paid for. Invites to it stop working, and the co-parent is told nothing.',
            'They are emailed that the two are one now: here, and at the other address if someone has logged in with it.',
            `It can be undone for ${mergeUndoHours} hours. Then what is left of the other account is deleted, as when an account closes.`,
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

export const undoMerge = personAction({
  offer: async (db, { user, at }) =>
    (await mergedWith(db, user, at))
      .filter(({ stays, refusal }) => stays && refusal === null)
      .map(({ merge: done, other }) => ({
        subject: done.endedUserId,
        sentences: [
          `${other ? recordText(other) : 'The other'}, is an account of its own again. What came from it returns to it, with refunds and documents since.`,
          'Its login works again, with the password it had. Whoever was logged in has to log in again. Links emailed before stay ended.',
          'Plans that moved or were stopped run and renew there as before.',
          'They are emailed that the two are separate again, at the same addresses.',
          `It is possible until ${instantText(undoUntil(done))}.`,
        ],
      })),
  effect: async (trx, { user, subject: endedUserId, at }) => {
    const refused = await separateAccounts(trx, {
      keptUserId: user.id,
      endedUserId,
      at,
    });
    return refused ? refuse('CONFLICT', { extra: { why: refused } }) : undefined;
  },
});
