import type { User } from '../identity/user-repository.ts';

type Names = Pick<User, 'firstName' | 'lastName'>;
type MaskedPersonParams = Names & Pick<User, 'role' | 'status' | 'country'> & { userId: string };

/** Enough of a name to address a person. */
export function maskedName({ firstName, lastName }: Names): string {
  const initial = lastName.slice(0, 1);
  return `${firstName}${initial && ` ${initial}.`}` || 'No name';
}

/** A person's identity without contact data. */
export function maskedPerson({ userId, firstName, lastName, role, status, country }: MaskedPersonParams) {
  return { userId, name: maskedName({ firstName, lastName }), role, status, country };
}
