import type { StillCharged } from '#contract/api/account.ts';
import { stillChargedText } from './subscription-texts.ts';

/** Renewals that are still charged although this subscription does not renew. */
export function StillChargedNotes({ charges }: { charges: readonly StillCharged[] }) {
  return charges.map((charge) => <p key={`${charge.heldBy} ${charge.date}`}>{stillChargedText(charge)}</p>);
}
