import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { m } from '#messages/messages.js';
import type { FamilyForm } from '#web/fields/family/family-form.ts';
import { Timing } from '#web/inviting/Timing.tsx';
import { timingText } from '#web/inviting/timing-text.ts';
import { useJoinSession } from '#web/join-session/session-store.ts';
import { Button } from '#web/ui/Button.tsx';
import { loadTypedPreview, saveTypedTiming } from '../invite-calls.ts';
import { inviterZone, savedTiming } from '../saved-timing.ts';
import { typedName } from './typed-name.ts';

/** When the co-parent is invited; by default as soon as it is paid. */
export function TypedTiming({ of }: { of: FamilyForm }) {
  const [changing, setChanging] = useState(false);
  const timing = savedTiming(useJoinSession((session) => session));
  const timeZone = useJoinSession(inviterZone);
  const [coParent, knowsEmail] = useWatch({ control: of.form.control, name: ['coParent', 'knowsCoParentEmail'] });
  const firstName = typedName(coParent.firstName);
  if (knowsEmail === false) return null;
  return (
    <div>
      <span>{timingText(timing, firstName)}</span>{' '}
      <Button variant="link" aria-label={m.inviting_change()} onClick={() => setChanging(true)}>
        {m.payment_change()}
      </Button>
      {changing && (
        <Timing
          firstName={firstName}
          email={coParent.email ?? ''}
          timing={timing}
          timeZone={timeZone}
          now="after paying"
          paid={false}
          save={saveTypedTiming}
          load={loadTypedPreview}
          onClose={() => setChanging(false)}
        />
      )}
    </div>
  );
}
