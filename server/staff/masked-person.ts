import type { User } from '../identity/user-repository.ts';

type Known = Pick<User, 'firstName' | 'lastName' | 'role' | 'status' | 'country'> & { userId: string };

/** Enough of a name to speak to somebody, and nothing to reach them by. */
export function maskedPerson({ userId, firstName, lastName, role, status, country }: Known) {
  const initial = lastName.slice(0, 1);
  return { userId, name: `${firstName}${initial && ` ${initial}.`}` || 'No name', role, status, country };
}
