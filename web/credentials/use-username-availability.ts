import { useEffect, useState } from 'react';
import { checkUsername } from '#contract/api/credentials.ts';
import { username as usernameSchema } from '#contract/credentials.ts';
import { call } from '#web/api/call.ts';

/** `unknown`: we could not ask; the name is checked again when it is sent. */
export type Availability = 'none' | 'checking' | 'available' | 'taken' | 'refused' | 'unknown';

const pauseMs = 400;

/** Whether a username can be had: asked after a pause in typing; an answer about another name is dropped. */
export function useUsernameAvailability(typed: string): Availability {
  const [found, setFound] = useState<{ username: string; availability: Availability }>({
    username: '',
    availability: 'none',
  });
  const parsed = usernameSchema.safeParse(typed);
  const username = parsed.success ? parsed.data : null;

  useEffect(() => {
    if (username === null) return;
    const aborter = new AbortController();
    const timer = setTimeout(async () => {
      const result = await call(checkUsername, { body: { username } }, { signal: aborter.signal, timeoutMs: 8_000 });
      if (aborter.signal.aborted) return;
      setFound({ username, availability: result.ok ? verdictOf(result.data) : 'unknown' });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [username]);

  if (username === null) return 'none';
  return found.username === username ? found.availability : 'checking';
}

/** What an answer about a username means for the person who wants it. */
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
