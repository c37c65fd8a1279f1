import { randomBytes } from 'node:crypto';
import type { OfferedAction } from '#contract/api/staff/staff-people.ts';
import { experimentKeys } from '#contract/sign-up/experiments.ts';
import type { ActionInput, InputValues } from '#contract/staff/action-inputs.ts';
import { staffRoles } from '#contract/staff/staff.ts';
import { staffActionNames } from '#contract/staff/staff-actions.ts';
import { hashSecurity } from '#server/identity/security-repository.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { newId } from '#server/new-id.ts';
import { offeredActions, offersForSubject } from '#server/staff/offered-actions.ts';
import { askToClose, callRefund, setRenewal } from './account-calls.ts';
import { inviteCoParent } from './invited.ts';
import { addPerson } from './person.ts';
import type { TestSite } from './site.ts';
import { addBatch, addCode } from './staff.ts';
import { drain, type Subscriber, subscribe } from './subscriber.ts';

/** A target for every action: `userId` is null if it does not concern a user. */
export async function targetForEachAction(site: TestSite): Promise<{ userId: string | null; subject: string }[]> {
  const { db } = site.dependencies;
  const paying = await subscribe(site);
  const cancelled = await subscribe(site);
  await setRenewal(site, cancelled.userId, cancelled.subscriptionId, false);
  const left = await subscribe(site);
  await callRefund(site, left.userId);
  await askToClose(site, left.userId);
  const ended = await subscribe(site);
  await callRefund(site, ended.userId);
  const { userId: invited } = await inviteCoParent(site);
  const security = await hashSecurity({ securityQuestion: 'First pet?', securityAnswer: 'Rex', securityCode: '4711' });
  await db.updateTable('users').set(security).where('id', '=', paying.userId).execute();
  const { kept } = await subscribeTwice(site);
  await drain(site);
  const claimed = [await addPerson(db), await addPerson(db)].map(({ userId }) => userId);
  for (const userId of claimed) await claimForStaff(site, userId);
  const people = [...claimed, paying.userId, cancelled.userId, left.userId, invited, ended.userId, kept.userId];
  const subjects = [await addCode(site), await addBatch(site), ...experimentKeys, 'announcements', 'charges'];
  return [
    ...people.map((userId) => ({ userId, subject: '' })),
    ...subjects.map((subject) => ({ userId: null, subject })),
  ];
}

/** An account that two people claim, for staff to decide; the account itself shows what it did. */
export async function claimForStaff({ dependencies: { db }, clock }: TestSite, userId: string): Promise<string> {
  const at = clock.now();
  const id = newId(at);
  const values = {
    id,
    tokenHash: randomBytes(32),
    userId,
    triesLeft: 5,
    language: 'en',
    device: 'Firefox on Linux',
  } as const;
  const state = { state: 'STAFF', createdAt: at, expiresAt: at } as const;
  await db
    .insertInto('ownershipClaims')
    .values({ ...values, ...state })
    .execute();
  return id;
}

/** A person who signed up and paid twice, with one phone. */
export async function subscribeTwice(site: TestSite): Promise<{ kept: Subscriber; ended: Subscriber }> {
  const [kept, ended] = [await subscribe(site), await subscribe(site)];
  await sharePhone(site, kept.userId, ended.userId);
  return { kept, ended };
}

/** Gives the second user the first one's phone. */
export const sharePhone = ({ dependencies: { db } }: TestSite, one: string, other: string) =>
  db
    .updateTable('users')
    .set((eb) => ({
      phoneNumber: eb.selectFrom('users as same').select('same.phoneNumber').where('same.id', '=', one),
    }))
    .where('id', '=', other)
    .execute();

/** All currently possible actions on them. */
export async function allOffers(site: TestSite, about: { userId: string | null; subject: string }) {
  const { db, sellers } = site.dependencies;
  const at = site.clock.now();
  const user = about.userId === null ? null : await readUser(db, about.userId);
  return user
    ? offeredActions(db, { user, sellers, at, roles: staffRoles })
    : offersForSubject(db, { names: staffActionNames, subject: about.subject, roles: staffRoles, at });
}

let filled = 0;
const values: { [Kind in ActionInput['kind']]: (input: Extract<ActionInput, { kind: Kind }>) => string | number } = {
  money: ({ mostCents }) => Math.min(100, mostCents),
  // A different value each time, because an unchanged one is refused.
  number: ({ least, most }) => Math.min(most, least + (filled += 1)),
  email: () => `right-${(filled += 1)}@example.com`,
  date: ({ from }) => from,
  text: (input) => (input.name === 'activationCode' ? 'FULL-1YR0-DEMO' : input.private ? '4711' : 'Tidied up'),
  choice: ({ options }) => options[0]?.value ?? '',
};

/** A valid value for each input; amounts stay below those that need a second person. */
export const filledIn = ({ inputs }: OfferedAction): InputValues =>
  Object.fromEntries(
    inputs.map((input) => [input.name, (values[input.kind] as (one: ActionInput) => string | number)(input)]),
  );
