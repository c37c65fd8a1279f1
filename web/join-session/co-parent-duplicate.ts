/** A field error of the server: the co-parent may have an account. */
export const isCoParentDuplicate = ({ field }: { field: string }) => field === 'coParent.duplicate';

/** Navigation state to step 2: that was found at the payment. */
export const duplicateAtPaymentState = { duplicateAtPayment: true };

export const isDuplicateAtPayment = (state: unknown): boolean =>
  (state as Partial<typeof duplicateAtPaymentState> | null)?.duplicateAtPayment === true;
