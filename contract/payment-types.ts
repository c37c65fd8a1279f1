export const paymentTypes = ['CREDIT_CARD', 'PAYPAL', 'VENMO'] as const;
export type PaymentType = (typeof paymentTypes)[number];
