import type { OfferedAction } from '#contract/api/staff-people.ts';
import { formatReceiptNumber } from '#contract/document-number.ts';
import { formatCents } from '#contract/money.ts';
import { mayAct, staffActions, type StaffActionName } from '#contract/staff-actions.ts';
import type { StaffRole } from '#contract/staff.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { isLive } from '../identity/invite-repository.ts';
import { readTiming } from '../identity/invite-timing-repository.ts';
import { hasJoined, type User } from '../identity/user-repository.ts';

/** What an action is done to, and what it does and sends, in sentences. */
type Offer = Pick<OfferedAction, 'subject' | 'sentences'>;
type Offering = (db: DbOrTrx, known: { user: User; at: Date }) => Promise<Offer[]>;

const nothingSent = 'Nothing is sent.';
const receiptsOffered = 5;

/** An invite that was mailed, still works, and does not wait for a day or a word. */
async function mailedInvite(db: DbOrTrx, { user, at }: { user: User; at: Date }): Promise<string | null> {
  if (hasJoined(user.status) || user.email === '') return null;
  const invite = await db
    .selectFrom('invites')
    .select(['id', 'state', 'expiresAt', 'byLetter'])
    .where('userId', '=', user.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const timing = await readTiming(db, user.id);
  return invite && timing === null && !invite.byLetter && isLive(invite, at) ? invite.id : null;
}

const offerings: Record<StaffActionName, Offering> = {
  SHOW_CONTACT: async () => [
    {
      subject: null,
      sentences: ['You see e-mail address, phone and postal address until you leave this page.', nothingSent],
    },
  ],
  MAIL_RECEIPT: async (db, { user }) => {
    if (user.status === 'CLOSED') return [];
    const orders = await db
      .selectFrom('orders')
      .select(['id', 'receiptNumber', 'totalCents', 'createdAt'])
      .where('userId', '=', user.id)
      .orderBy('createdAt', 'desc')
      .limit(receiptsOffered)
      .execute();
    return orders.map(({ id, receiptNumber, totalCents, createdAt }) => ({
      subject: id,
      sentences: [
        `Receipt ${formatReceiptNumber(receiptNumber)} of ${createdAt.toISOString().slice(0, 10)} over ${formatCents(totalCents)}, with its invoice, is mailed to the address the account has now.`,
      ],
    }));
  },
  MAIL_INVITE: async (db, known) => {
    const inviteId = await mailedInvite(db, known);
    if (inviteId === null) return [];
    return [
      {
        subject: inviteId,
        sentences: ['The invite is mailed once more, with the link that works now, to the address they have now.'],
      },
    ];
  },
  END_SESSIONS: async (_db, { user }) =>
    hasJoined(user.status) && user.status !== 'CLOSED'
      ? [
          {
            subject: null,
            sentences: [
              'Whoever is signed in to this account is signed out within a minute, on every device.',
              'The secret address of their calendar stops working.',
              nothingSent,
            ],
          },
        ]
      : [],
  NOTE: async () => [{ subject: null, sentences: ['The note stands in the timeline, for staff alone.', nothingSent] }],
};

/** What may be done of one kind. */
export async function offersOf(
  db: DbOrTrx,
  action: StaffActionName,
  known: { user: User; at: Date },
): Promise<OfferedAction[]> {
  const offers = await offerings[action](db, known);
  return offers.map((offer) => ({ action, title: staffActions[action].title, ...offer }));
}

/** Everything that somebody with these roles may do about a person now. */
export async function offeredActions(
  db: DbOrTrx,
  { roles, ...known }: { user: User; at: Date; roles: readonly StaffRole[] },
): Promise<OfferedAction[]> {
  const names = (Object.keys(staffActions) as StaffActionName[]).filter((name) => mayAct(roles, name));
  return (await Promise.all(names.map((name) => offersOf(db, name, known)))).flat();
}
