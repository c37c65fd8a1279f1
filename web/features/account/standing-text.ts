import type { ActivityView, StandingView } from '#contract/api/account-activity.ts';
import { m } from '#messages/messages.js';
import { ownTime } from '#web/auth-session/own-time.ts';
import { listed } from '#web/i18n/listed.ts';

type Proof = NonNullable<StandingView>['proofs'][number];

const proofNames: Record<Proof, () => string> = {
  PASSWORD: m.activity_proof_password,
  MAILBOX: m.activity_proof_mailbox,
  PHONE: m.activity_proof_phone,
  QUESTION: m.activity_proof_question,
  FACTOR: m.activity_proof_factor,
  STAFF: m.activity_proof_staff,
};

export const provedText = (proofs: readonly Proof[]): string =>
  proofs.length > 0
    ? m.activity_proved_by({ proofs: listed(proofs.map((kind) => proofNames[kind]())) })
    : m.activity_proved_by_none();

type Open = Pick<ActivityView, 'contestableUntil' | 'contestableBy'>;

/** Who can undo it and until when; null: nobody. */
function openText({ contestableUntil: until, contestableBy: by }: Open): string | null {
  if (until === null) return null;
  return (by === 'HELD' ? m.activity_contestable_held : m.activity_contestable)({ time: ownTime(until) });
}

type Change = Open & Pick<ActivityView, 'undoneAt'> & { proofs: readonly Proof[] };

/** How a change was proved, and when it was undone, or who can undo it until when. */
export function changeText({ proofs, undoneAt = null, ...open }: Change): string {
  const standing = undoneAt === null ? openText(open) : m.activity_undone({ time: ownTime(undoneAt) });
  return [provedText(proofs), standing].filter((text) => text !== null).join(' ');
}

/** The same of what is on file now, which otherwise is final. */
export function standingText(standing: StandingView): string {
  if (standing === null) return m.activity_unchanged();
  return `${provedText(standing.proofs)} ${openText(standing) ?? m.activity_final()}`;
}
