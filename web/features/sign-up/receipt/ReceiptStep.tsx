import { useState } from 'react';
import { ReceiptScreen } from '#web/checkout/receipt/ReceiptScreen.tsx';
import { timingText } from '#web/inviting/timing-text.ts';
import { joinSession } from '#web/join-session/session-store.ts';
import { savedTiming } from '../saved-timing.ts';

/** What Parent A paid (specification 2.9). */
export function Screen() {
  const [note] = useState(inviteNote);
  return <ReceiptScreen invited={false} coParentNote={note} />;
}

/** When the co-parent is invited, if not at once. Read before the receipt clears the session. */
function inviteNote(): string | undefined {
  const { stepTwoValues, ...session } = joinSession();
  const timing = savedTiming(session);
  if (timing.when === 'NOW' || !stepTwoValues?.email) return undefined;
  return timingText(timing, stepTwoValues.firstName);
}
