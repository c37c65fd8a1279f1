import { m } from '#messages/messages.js';
import { asInvited, readUser } from '../identity/user-repository.ts';
import type { DbOrTrx } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import type { Subscription } from '../subscriptions/subscription-repository.ts';

type HolderParams = { subscription: Pick<Subscription, 'userId'>; readerId: string; language: Language };

/**
 * First name of whoever holds a subscription that the reader only pays for, words in its place when they have left;
 * null when it is the reader's own.
 */
export async function heldBy(db: DbOrTrx, { subscription, readerId, language }: HolderParams): Promise<string | null> {
  if (subscription.userId === readerId) return null;
  const holder = await readUser(db, subscription.userId);
  return (holder && asInvited(holder).firstName) || m.mail_other_parent({}, { locale: language });
}

/** First name of whoever else pays for a subscription, empty when they have left; null when it is the reader. */
export async function paidBy(
  db: DbOrTrx,
  { subscription: { payerUserId }, readerId }: { subscription: Pick<Subscription, 'payerUserId'>; readerId: string },
): Promise<string | null> {
  if (payerUserId === readerId) return null;
  const payer = await readUser(db, payerUserId);
  return payer ? asInvited(payer).firstName : '';
}

/**
 * The plan's name; of a co-parent's plan, with their first name, so that two mails, or two links, of one day are told
 * apart.
 */
export function planNameOf(name: string, holder: string | null): string {
  return holder === null ? name : `${name} (${holder})`;
}
