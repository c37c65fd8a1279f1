/** The terms that are sold: one year, or two. */
export const productIds = ['SUB1YEAR', 'SUB2YEAR'] as const;
export type ProductId = (typeof productIds)[number];
