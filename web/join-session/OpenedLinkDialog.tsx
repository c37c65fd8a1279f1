import { m } from '#messages/messages.js';
import { clockTime } from '#web/i18n/long-day.ts';
import { deviceTimeOf } from '#web/site/boot.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { forgetHere } from './forget-here.ts';
import { useJoinSession } from './session-store.ts';

/** Informs whoever is typing that a mailed link to their sign-up was opened, by themself or by somebody else. */
export default function OpenedLinkDialog({ openedAt, onSeen }: { openedAt: string; onSeen: () => void }) {
  const email = useJoinSession(({ stepOneValues }) => stepOneValues?.email ?? '');
  const time = clockTime(deviceTimeOf(openedAt));
  const actions = (
    <>
      <Button onClick={onSeen}>{m.elsewhere_stay()}</Button>
      <Button variant="quiet" onClick={() => forgetHere()}>
        {m.elsewhere_leave_nothing()}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onSeen} title={m.elsewhere_link_title()} actions={actions}>
      <p>{m.elsewhere_link_opened({ email, time })}</p>
      <p>{m.elsewhere_link_choice()}</p>
    </Dialog>
  );
}
