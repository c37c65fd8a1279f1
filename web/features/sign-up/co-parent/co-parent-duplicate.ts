import type { JoinSession } from '#web/join-session/join-session.ts';
import { contactKey, familyDefaults } from './family-form.ts';

/** A field error of the server: the co-parent may have an account. */
export const isCoParentDuplicate = ({ field }: { field: string }) => field === 'coParent.duplicate';

/** Navigation state: that was found at the payment, of the co-parent with this contact. */
type DuplicateAtPayment = { duplicateAtPayment: string };

export function duplicateAtPaymentState(session: JoinSession): DuplicateAtPayment {
  return { duplicateAtPayment: contactKey(familyDefaults(session).coParent) };
}

export function duplicateAtPayment(state: unknown): string | null {
  return (state as Partial<DuplicateAtPayment> | null)?.duplicateAtPayment ?? null;
}
