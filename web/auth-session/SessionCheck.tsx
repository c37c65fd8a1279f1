import { m } from '#messages/messages.js';
import { Spinner } from '#web/ui/Skeleton.tsx';

/** Shown while the session is being checked. */
export function SessionCheck() {
  return <Spinner text={m.chrome_checking_session()} />;
}
