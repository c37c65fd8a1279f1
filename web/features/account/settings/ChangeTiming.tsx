import { useState } from 'react';
import type { InviteTiming } from '#contract/invites/invite-timing.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { ownZone } from '#web/auth-session/own-time.ts';
import { Timing } from '#web/inviting/Timing.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { FamilyView } from './family-names.ts';

type Props = {
  name: string;
  email: string;
  timing: Pick<InviteTiming, 'when' | 'day' | 'language'>;
  onChanged: (family: FamilyView) => void;
};

/** While the invite is pending: when it is sent, and its preview. */
export function ChangeTiming({ name, email, timing, onChanged }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {m.inviting_change_when()}
      </Button>
      {open && (
        <Timing
          {...{ firstName: name, email, timing }}
          timeZone={ownZone()}
          now={null}
          paid={false}
          save={async (body) => {
            const saved = await call('PUT /v2/account/co-parent/invite-timing', { body });
            if (!saved.ok) return saved.problem;
            onChanged(saved.data);
            return null;
          }}
          load={({ language }, signal) =>
            call('POST /v2/account/co-parent/invite-previews', { body: language ? { language } : {} }, { signal })
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
