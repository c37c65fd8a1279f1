import type { Contact, PersonView } from '#contract/api/staff-people.ts';
import type { StaffActionName } from '#contract/staff-actions.ts';
import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import { closeSessions } from '../identity/session-repository.ts';
import { readUser, type User } from '../identity/user-repository.ts';
import { limitInviteMails, type MailLimits } from '../invites/limit-invite-mails.ts';
import { newId } from '../new-id.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { maskedPerson } from './masked-person.ts';
import { offeredActions, offersOf } from './offered-actions.ts';
import { type Acting, act } from './staff-actions.ts';
import type { StaffSession } from './staff-session.ts';
import { readTimeline } from './timeline.ts';

type Dependencies = { db: Db; clock: Clock } & MailLimits;
type Effect = (trx: Trx, doing: { user: User; subject: string; at: Date }) => Promise<Contact | null>;

const listed = (...parts: (string | null)[]) => parts.filter(Boolean).join(', ');

const effects: Record<StaffActionName, Effect> = {
  SHOW_CONTACT: async (_trx, { user }) => ({
    name: `${user.firstName} ${user.lastName}`,
    email: user.email,
    phone: `${user.phoneCountryCode} ${user.phoneNumber}`.trim(),
    address: listed(user.line1, user.line2, user.city, user.region, user.postalCode, user.country),
  }),
  MAIL_RECEIPT: async (trx, { subject: orderId, at }) => {
    const again = newId(at);
    await enqueue(trx, { name: 'send-receipt', payload: { orderId, again }, key: `receipt:${orderId}:${again}` });
    return null;
  },
  MAIL_INVITE: async (trx, { subject: inviteId, at }) => {
    // Another mail than those that people ask for, whose rounds count up from the invite's day.
    const round = Math.floor(at.getTime() / 1000);
    await enqueue(trx, { name: 'send-invite', payload: { inviteId, round }, key: `invite:${inviteId}` });
    return null;
  },
  END_SESSIONS: async (trx, { user }) => {
    await closeSessions(trx, { userId: user.id });
    return null;
  },
  NOTE: async () => null,
};

/** Does one of the things that the person's page offers, as it is offered at that moment; anything else is refused. */
export async function helpPerson(
  dependencies: Dependencies,
  acting: Acting,
): Promise<{ contact: Contact | null } | Refusal<'NOT_FOUND' | 'FORBIDDEN' | 'CONFLICT' | 'TOO_MANY_REQUESTS'>> {
  const { db } = dependencies;
  const known = await readUser(db, acting.userId);
  if (!known) return refuse('NOT_FOUND');
  if (acting.action === 'MAIL_INVITE') {
    const refused = await limitInviteMails(dependencies, { emails: [known.email], sender: acting.staff.subject });
    if (refused) return refused;
  }
  return act(dependencies, acting, async (trx, at) => {
    const user = await readUser(trx, acting.userId);
    const offers = user ? await offersOf(trx, acting.action, { user, at }) : [];
    if (!user || !offers.some(({ subject }) => subject === acting.subject)) return refuse('CONFLICT');
    return { contact: await effects[acting.action](trx, { user, subject: acting.subject ?? '', at }) };
  });
}

async function planOf(db: Db, userId: string): Promise<string> {
  const plan = await db
    .selectFrom('subscriptions')
    .innerJoin('packages', 'packages.id', 'subscriptions.packageId')
    .select(['packages.texts', 'subscriptions.periodEnd', 'subscriptions.autoRenew'])
    .where('subscriptions.userId', '=', userId)
    .where('subscriptions.state', '=', 'CURRENT')
    .executeTakeFirst();
  if (!plan) return 'No plan';
  return `${plan.texts.en.displayName}, until ${plan.periodEnd}, ${plan.autoRenew ? 'renews' : 'does not renew'}`;
}

const viewOf = ({ id, ...user }: User) => maskedPerson({ userId: id, ...user });

/** Somebody's page: timeline, family and what may be done; no contact data. */
export async function viewPerson(
  { db, clock }: Dependencies,
  { userId, staff }: { userId: string; staff: StaffSession },
): Promise<PersonView | Refusal<'NOT_FOUND'>> {
  const user = await readUser(db, userId);
  if (!user) return refuse('NOT_FOUND');
  const family = user.familyId === null ? [] : await familyOf(db, user.familyId);
  const [plan, timeline, actions] = await Promise.all([
    planOf(db, userId),
    readTimeline(db, userId),
    offeredActions(db, { user, at: clock.now(), roles: staff.roles }),
  ]);
  return {
    ...viewOf(user),
    plan,
    family: family.filter((one) => one.userId !== userId).map(maskedPerson),
    timeline,
    actions,
  };
}

const familyOf = (db: Db, familyId: string) =>
  db
    .selectFrom('users')
    .select(['id as userId', 'firstName', 'lastName', 'role', 'status', 'country'])
    .where('familyId', '=', familyId)
    .execute();
