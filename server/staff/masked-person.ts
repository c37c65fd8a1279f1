import type { User } from '../identity/user-repository.ts';

type Names = Pick<User, 'firstName' | 'lastName'>;
type Known = Names & Pick<User, 'role' | 'status' | 'country'> & { userId: string };

/** Enough of a name to speak to somebody. */
export function maskedName({ firstName, lastName }: Names): string {
  const initial = lastName.slice(0, 1);
  return `${firstName}${initial && ` ${initial}.`}` || 'No name';
}

/** Who it is, and nothing to reach them by. */
export function maskedPerson({ userId, firstName, lastName, role, status, country }: Known) {
  return { userId, name: maskedName({ firstName, lastName }), role, status, country };
}
