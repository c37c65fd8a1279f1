import type { OfferedAction } from '#contract/api/staff-people.ts';
import { mayAct, staffActionNames, staffActions, type StaffActionName } from '#contract/staff-actions.ts';
import type { StaffRole } from '#contract/staff.ts';
import type { DbOrTrx } from '../db/pool.ts';
import type { User } from '../identity/user-repository.ts';
import type { About } from './action.ts';
import { actions } from './actions.ts';

/** What may be done of one kind at this moment. */
export async function offersOf(db: DbOrTrx, action: StaffActionName, about: About): Promise<OfferedAction[]> {
  const offers = await actions[action].offer(db, about);
  return offers.map((offer) => ({ action, title: staffActions[action].title, inputs: [], ...offer }));
}

type PersonOffers = { user: User; at: Date; roles: readonly StaffRole[]; among?: readonly StaffActionName[] };

/** Everything, or everything `among` these, that somebody with these roles may do about a person now. */
export async function offeredActions(
  db: DbOrTrx,
  { roles, among = staffActionNames, ...known }: PersonOffers,
): Promise<OfferedAction[]> {
  const names = among.filter((name) => mayAct(roles, name));
  return (await Promise.all(names.map((name) => offersOf(db, name, { ...known, subject: null })))).flat();
}

type OfferParams = { roles: readonly StaffRole[]; names: readonly StaffActionName[]; subject: string; at: Date };

/** Which of these somebody with these roles may do about what is no person. */
export async function offersAbout(db: DbOrTrx, { roles, names, subject, at }: OfferParams): Promise<OfferedAction[]> {
  const allowed = names.filter((name) => mayAct(roles, name));
  return (await Promise.all(allowed.map((name) => offersOf(db, name, { user: null, subject, at })))).flat();
}
