import { username as usernameSchema } from '#contract/credentials.ts';
import { useQuery } from '#web/api/use-query.ts';

/** `unknown`: the check failed; the server checks again on submit. */
export type Availability = 'none' | 'checking' | 'available' | 'taken' | 'refused' | 'unknown';

/** Whether a username is available: checked after a pause in typing; an outdated response is dropped. */
export function useUsernameAvailability(typed: string): Availability {
  const { data: username } = usernameSchema.safeParse(typed);
  const query = useQuery('POST /v2/usernames/availability', username === undefined ? null : { body: { username } }, {
    delayMs: 400,
    timeoutMs: 8_000,
  });
  if (username === undefined) return 'none';
  if (query.state === 'ready') return verdictOf(query.data);
  return query.state === 'failed' ? 'unknown' : 'checking';
}

/** The meaning of an availability response for the user. */
export function verdictOf({
  available,
  meetsRequirements,
}: {
  available: boolean;
  meetsRequirements: boolean;
}): Availability {
  if (!meetsRequirements) return 'refused';
  return available ? 'available' : 'taken';
}
