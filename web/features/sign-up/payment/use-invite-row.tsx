import { type ReactNode, useState } from 'react';
import { m } from '#messages/messages.js';
import type { CheckoutSubject } from '#web/checkout/checkout.ts';
import { Timing } from '#web/inviting/Timing.tsx';
import { timingText } from '#web/inviting/timing-text.ts';
import { useJoinSession } from '#web/join-session/session-store.ts';
import { loadTypedPreview, saveTypedTiming } from '../invite-calls.ts';
import { inviterZone, savedTiming } from '../saved-timing.ts';

type InviteRow = Required<Pick<CheckoutSubject, 'moreDetails' | 'invitesOncePaid'>> & { dialog: ReactNode };

/** The review's row about the co-parent's invite: when it is sent, its preview, and how to change it. */
export function useInviteRow(): InviteRow {
  const [changing, setChanging] = useState<{ paid: boolean } | null>(null);
  const timing = savedTiming(useJoinSession((session) => session));
  const timeZone = useJoinSession(inviterZone);
  const coParent = useJoinSession((session) => session.stepTwoValues);
  if (!coParent || coParent.email === '') return { moreDetails: () => [], invitesOncePaid: false, dialog: null };
  const { firstName, email } = coParent;
  return {
    invitesOncePaid: timing.when === 'NOW',
    moreDetails: ({ payForCoParent }) => [
      {
        key: 'invite',
        name: m.inviting_row({ name: firstName }),
        value: [
          timingText(timing, firstName),
          ...(payForCoParent && timing.when !== 'NOW' ? [m.inviting_paid_runs({ name: firstName })] : []),
        ],
        change: { label: m.inviting_change(), onChange: () => setChanging({ paid: payForCoParent }) },
      },
    ],
    dialog: changing && (
      <Timing
        {...{ firstName, email, timing, timeZone }}
        now="after paying"
        paid={changing.paid}
        save={saveTypedTiming}
        load={loadTypedPreview}
        onClose={() => setChanging(null)}
      />
    ),
  };
}
