import type { OfferedAction } from '#contract/api/staff/staff-people.ts';
import type { StaffRole } from '#contract/staff/staff.ts';
import {
  mayAct,
  type StaffActionName,
  staffActionNames,
  staffActions,
  waitsForDecision,
} from '#contract/staff/staff-actions.ts';
import type { DbOrTrx } from '../db/pool.ts';
import type { Sellers } from '../documents/sellers.ts';
import type { User } from '../identity/user-repository.ts';
import type { ActionContext } from './action.ts';
import { actions } from './actions.ts';

/** While an account is claimed, nobody changes its contact data or credentials; actions on money stay possible. */
export const isFrozenFor = (action: StaffActionName, user: Pick<User, 'frozenAt'> | null): boolean =>
  waitsForDecision(action) && user !== null && user.frozenAt !== null;

/** The currently possible actions of one kind. */
export async function offersOf(db: DbOrTrx, action: StaffActionName, context: ActionContext): Promise<OfferedAction[]> {
  if (isFrozenFor(action, context.user)) return [];
  const offers = await actions[action].offer(db, context);
  return offers.map((offer) => ({ action, title: staffActions[action].title, inputs: [], ...offer }));
}

type PersonOfferParams = {
  user: User;
  sellers: Sellers;
  at: Date;
  roles: readonly StaffRole[];
  among?: readonly StaffActionName[];
};

/** Every action, or those in `among`, that these roles may currently perform on a user. */
export async function offeredActions(
  db: DbOrTrx,
  { roles, among = staffActionNames, ...target }: PersonOfferParams,
): Promise<OfferedAction[]> {
  const names = among.filter((name) => mayAct(roles, name));
  return (await Promise.all(names.map((name) => offersOf(db, name, { ...target, subject: null })))).flat();
}

type OfferParams = { roles: readonly StaffRole[]; names: readonly StaffActionName[]; subject: string; at: Date };

/** The actions among these names that these roles may perform on something other than a user. */
export async function offersForSubject(
  db: DbOrTrx,
  { roles, names, subject, at }: OfferParams,
): Promise<OfferedAction[]> {
  const allowed = names.filter((name) => mayAct(roles, name));
  return (await Promise.all(allowed.map((name) => offersOf(db, name, { user: null, subject, at })))).flat();
}
