import { m } from '#messages/messages.js';
import type { DbOrTrx } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { asInvited, readUser } from '../identity/user-repository.ts';
import type { Subscription } from '../subscriptions/subscription-repository.ts';

type HolderParams = { subscription: Pick<Subscription, 'userId'>; readerId: string; language: Language };

/**
 * First name of the holder if the reader only pays for the subscription (a generic term if the holder has left); null
 * if it is the reader's own.
 */
export async function heldBy(db: DbOrTrx, { subscription, readerId, language }: HolderParams): Promise<string | null> {
  if (subscription.userId === readerId) return null;
  const holder = await readUser(db, subscription.userId);
  return (holder && asInvited(holder).firstName) || m.account_the_other_parent({}, { locale: language });
}

/** First name of the payer if that is not the reader (empty if they have left); null if it is. */
export async function paidBy(
  db: DbOrTrx,
  { subscription: { payerUserId }, readerId }: { subscription: Pick<Subscription, 'payerUserId'>; readerId: string },
): Promise<string | null> {
  if (payerUserId === readerId) return null;
  const payer = await readUser(db, payerUserId);
  return payer ? asInvited(payer).firstName : '';
}

/**
 * The plan's name, with the holder's first name for a co-parent's plan, so that mails and links of one day can be told
 * apart.
 */
export function planNameOf(name: string, holder: string | null): string {
  return holder === null ? name : `${name} (${holder})`;
}
