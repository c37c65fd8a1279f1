import type { StillCharged } from '#contract/api/account.ts';
import { stillChargedText } from './subscription-texts.ts';

/** What goes on being charged beside a subscription that does not renew. */
export function StillChargedNotes({ charges }: { charges: readonly StillCharged[] }) {
  return charges.map((charge) => <p key={`${charge.heldBy} ${charge.date}`}>{stillChargedText(charge)}</p>);
}
