import type { SubscriptionView } from '#contract/api/account.ts';
import type { InviteViewDependencies } from '../account/co-parent-invite-view.ts';
import { viewAccount } from '../account/view-account.ts';
import { hasJoined, type User } from '../identity/user-repository.ts';
import type { RenewDependencies } from '../plans/renew-subscription.ts';

export type SummaryDependencies = RenewDependencies & InviteViewDependencies;
type AccountView = Awaited<ReturnType<typeof viewAccount>>;

const ends = { CURRENT: 'ends on', LAPSED: 'ended on', REFUNDED: 'was refunded and ended on' } as const;

function describeSubscription(view: SubscriptionView): string[] {
  const { planName, heldBy, state, autoRenew, periodEnd, renewal, waiting } = view;
  const renews = state === 'CURRENT' && autoRenew;
  const amount = renewal ? ` for ${renewal.amountFormatted}` : '';
  const all: (string | false | null)[] = [
    `${heldBy === null ? planName : `${planName} for ${heldBy}`}: ${renews ? 'renews on' : ends[state]} ${periodEnd}${renews ? amount : ''}.`,
    view.renewsTo ? `They chose that it renews as ${view.renewsTo.planName}.` : false,
    waiting !== null &&
      `A payment did not go through: ${waiting.retryOn ? `tried again on ${waiting.retryOn}` : 'another method is needed'}, or it ends on ${waiting.endsOn}.`,
    view.keptPrice &&
      `Until ${view.keptPrice.until} a restart costs ${view.keptPrice.amountFormatted}, then ${view.keptPrice.listFormatted}.`,
    view.paused && 'It does not renew automatically while the bank reviews a payment.',
    view.needsAddress && 'An address has to be added.',
    view.needsMethod && 'A payment method has to be added.',
    view.cardExpires && 'The card expires before it renews.',
  ];
  return all.filter((text) => typeof text === 'string');
}

const coParentStates = {
  NOT_INVITED: 'not invited',
  INVITED: 'invited',
  JOINED: 'joined',
  NO_ACCOUNT: 'no account',
} as const;

function describeAccount({ subscription, others, coParent, receipts, returnedMail, deletion }: AccountView): string[] {
  const [latest] = receipts;
  const all: (string | false | null | undefined)[] = [
    ...(subscription ? describeSubscription(subscription) : ['No plan.']),
    ...others.flatMap(describeSubscription),
    coParent && `${coParent.firstName || 'Their co-parent'}: ${coParentStates[coParent.state]}.`,
    latest && `Latest receipt: ${latest.date}, ${latest.totalFormatted}.`,
    returnedMail === 'RETURNED' && "A notice that our emails aren't reaching them.",
    returnedMail === 'COMPLAINT' && 'A notice that one of our emails was marked as spam.',
    deletion && `A notice that the account closes on ${deletion.closesOn}.`,
  ];
  return all.filter((text) => typeof text === 'string');
}

/**
 * What a parent's account page currently shows, from the same response that their browser gets, but without creating a
 * session for them.
 */
export async function accountPageSummary(dependencies: SummaryDependencies, user: User): Promise<string[]> {
  if (user.role === 'PROFESSIONAL' || !hasJoined(user.status) || user.status === 'CLOSED') return [];
  if (user.frozenAt !== null)
    return [
      'Only that it is paused, because two people claim the account. Until that is decided, here or with a second proof, nothing in it changes. Renewals and refunds continue.',
    ];
  return describeAccount(await viewAccount(dependencies, { user, language: 'en', experiments: {} }));
}
