/** The address for a court's link; separate, because every first page loads the other addresses. */
export const feeWaiverAddress = '/fee-waiver';
/** The form for signed-in users. */
export const ownFeeWaiverAddress = '/account/fee-waiver';
