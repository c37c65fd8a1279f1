import type { readAccount, SubscriptionView } from '#contract/api/account.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { methodNotice } from '../subscription-texts.ts';

export type Account = AnswerOf<typeof readAccount>;

/** The one thing that the start page asks for. What waits behind it stands on its own page, and is asked for next. */
export type Urgent = 'closing' | 'mail' | 'address' | 'invite' | SubscriptionView | null;

type Readable = Omit<Account, 'firstName' | 'receipts' | 'others'> & { others: readonly SubscriptionView[] };

/** First what somebody else may have done to the account, then what ends a plan, then what can wait. */
export function mostUrgent({
  subscription,
  others,
  deletion,
  returnedMail,
  unprovenEmail,
  coParent,
}: Readable): Urgent {
  if (deletion) return 'closing';
  const unpaid = [subscription, ...others].filter((one) => one !== null).filter((one) => methodNotice(one) !== null);
  const waiting = unpaid.find((one) => one.waiting !== null);
  if (waiting) return waiting;
  if (returnedMail) return 'mail';
  if (unprovenEmail !== null) return 'address';
  if (unpaid[0]) return unpaid[0];
  return coParent && inviteWaits(coParent) ? 'invite' : null;
}

function inviteWaits({ state, invite }: NonNullable<Account['coParent']>): boolean {
  if (invite?.withdrawn || invite?.byLetter) return false;
  return invite?.returned === true || (state === 'NOT_INVITED' && (!invite?.timing || invite.timing.when === 'LATER'));
}
