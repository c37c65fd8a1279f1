import { m } from '#messages/messages.js';
import { Spinner } from '#web/ui/Skeleton.tsx';

/** While we ask the server whether somebody is signed in. */
export function SessionCheck() {
  return <Spinner text={m.chrome_checking_session()} />;
}
