import type { OfferedAction } from '#contract/api/staff-people.ts';
import type { ActionInput, InputValues } from '#contract/action-inputs.ts';
import { offeredActions, offersAbout } from '#server/staff/offered-actions.ts';
import { experimentKeys } from '#contract/experiments.ts';
import { staffActionNames } from '#contract/staff-actions.ts';
import { staffRoles } from '#contract/staff.ts';
import { hashSecurity } from '#server/identity/security-repository.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { askRefund, setRenewal } from './account-calls.ts';
import { inviteCoParent } from './invited.ts';
import type { TestSite } from './site.ts';
import { addBatch, addCode } from './staff.ts';
import { drain, signedIn, subscribe, type Subscriber } from './subscriber.ts';

/** Somebody or something for every action there is: null where it is about no person. */
export async function somethingForEachAction(site: TestSite): Promise<{ userId: string | null; subject: string }[]> {
  const { db } = site.dependencies;
  const paying = await subscribe(site);
  const cancelled = await subscribe(site);
  await setRenewal(site, cancelled.userId, cancelled.subscriptionId, false);
  const left = await subscribe(site);
  await askRefund(site, left.userId);
  const headers = await signedIn(site, left.userId);
  await site.app.inject({ method: 'POST', url: '/api/v2/account/deletion', headers });
  const ended = await subscribe(site);
  await askRefund(site, ended.userId);
  const { userId: invited } = await inviteCoParent(site);
  const security = await hashSecurity({ securityQuestion: 'First pet?', securityAnswer: 'Rex', securityCode: '4711' });
  await db.updateTable('users').set(security).where('id', '=', paying.userId).execute();
  const { kept } = await subscribeTwice(site);
  await drain(site);
  const people = [paying.userId, cancelled.userId, left.userId, invited, ended.userId, kept.userId];
  const subjects = [await addCode(site), await addBatch(site), ...experimentKeys, 'announcements'];
  return [
    ...people.map((userId) => ({ userId, subject: '' })),
    ...subjects.map((subject) => ({ userId: null, subject })),
  ];
}

/** Somebody who signed up and paid twice, with one phone. */
export async function subscribeTwice(site: TestSite): Promise<{ kept: Subscriber; ended: Subscriber }> {
  const [kept, ended] = [await subscribe(site), await subscribe(site)];
  await givePhoneOf(site, kept.userId, ended.userId);
  return { kept, ended };
}

/** From now on the second person has the phone of the first. */
export const givePhoneOf = ({ dependencies: { db } }: TestSite, one: string, other: string) =>
  db
    .updateTable('users')
    .set((eb) => ({
      phoneNumber: eb.selectFrom('users as same').select('same.phoneNumber').where('same.id', '=', one),
    }))
    .where('id', '=', other)
    .execute();

/** Everything that anybody may do about them now. */
export async function everyOffer(site: TestSite, about: { userId: string | null; subject: string }) {
  const { db } = site.dependencies;
  const at = site.clock.now();
  const user = about.userId === null ? null : await readUser(db, about.userId);
  return user
    ? offeredActions(db, { user, at, roles: staffRoles })
    : offersAbout(db, { names: staffActionNames, subject: about.subject, roles: staffRoles, at });
}

let filled = 0;
const values: { [Kind in ActionInput['kind']]: (input: Extract<ActionInput, { kind: Kind }>) => string | number } = {
  money: () => 100,
  // Another each time: what stands already changes nothing.
  number: ({ least, most }) => Math.min(most, least + (filled += 1)),
  email: () => `right-${(filled += 1)}@example.com`,
  date: ({ from }) => from,
  text: (input) => (input.name === 'activationCode' ? 'FULL-1YR0-DEMO' : input.private ? '4711' : 'Tidied up'),
  choice: ({ options }) => options[0]?.value ?? '',
};

/** Something that each input takes, and that no second person has to confirm. */
export const filledIn = ({ inputs }: OfferedAction): InputValues =>
  Object.fromEntries(
    inputs.map((input) => [input.name, (values[input.kind] as (one: ActionInput) => string | number)(input)]),
  );
