import { m } from '#messages/messages.js';
import { asInvited, readUser } from '../identity/user-repository.ts';
import type { DbOrTrx } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import type { Subscription } from '../subscriptions/subscription-repository.ts';

type Reading = { subscription: Pick<Subscription, 'userId'>; readerId: string; language: Language };

/**
 * First name of whoever holds a subscription that the reader only pays for, words in its place when they have left;
 * null when it is the reader's own.
 */
export async function heldBy(db: DbOrTrx, { subscription, readerId, language }: Reading): Promise<string | null> {
  if (subscription.userId === readerId) return null;
  const holder = await readUser(db, subscription.userId);
  return (holder && asInvited(holder).firstName) || m.mail_other_parent({}, { locale: language });
}

/**
 * The plan's name; of a co-parent's plan, with their first name, so that two mails, or two links, of one day are told
 * apart.
 */
export function planNameOf(name: string, holder: string | null): string {
  return holder === null ? name : `${name} (${holder})`;
}
