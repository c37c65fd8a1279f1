import { isUsername, normaliseUsername } from '#contract/sign-in/username.ts';
import { useQuery } from '#web/api/use-query.ts';

/** `unknown`: the check failed; the server checks again on submit. */
export type Availability = 'none' | 'checking' | 'available' | 'taken' | 'refused' | 'unknown';

/** Whether a username is available: checked after a pause in typing; an outdated response is dropped. */
export function useUsernameAvailability(typed: string): Availability {
  const username = normaliseUsername(typed);
  const possible = isUsername(username);
  const query = useQuery('POST /v2/usernames/availability', possible ? { body: { username } } : null, {
    delayMs: 400,
    timeoutMs: 8_000,
  });
  if (!possible) return 'none';
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
