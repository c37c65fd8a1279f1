import type { InviteTiming } from '#contract/invites/invite-timing.ts';
import { browserZone } from '#web/i18n/long-day.ts';
import { timingAtPayment } from '#web/inviting/timing-text.ts';
import type { JoinSession } from '#web/join-session/join-session.ts';
import { invitesNow } from '#web/join-session/transitions.ts';

/** When the co-parent would be invited if the sign-up were paid now. */
export function savedTiming({
  inviteTiming,
  stepOneValues,
}: Pick<JoinSession, 'inviteTiming' | 'stepOneValues'>): Pick<InviteTiming, 'when' | 'day' | 'language'> {
  return timingAtPayment(inviteTiming ?? invitesNow, { at: new Date(), timeZone: inviterZone({ stepOneValues }) });
}

/** Where the inviter lives; until they have said so, where the browser is. */
export const inviterZone = ({ stepOneValues }: Pick<JoinSession, 'stepOneValues'>): string =>
  stepOneValues?.timezone || browserZone();
