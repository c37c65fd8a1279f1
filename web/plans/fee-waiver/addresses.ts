/** Where a court sends parents who cannot pay; apart from the others, which every first page loads. */
export const feeWaiverAddress = '/fee-waiver';
/** The form for whoever has an account. */
export const ownFeeWaiverAddress = '/account/fee-waiver';
