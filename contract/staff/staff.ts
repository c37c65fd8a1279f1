/** What a member of staff may do. The company's identity provider says who has which, in a claim. */
export const staffRoles = ['SUPPORT', 'BILLING', 'GROWTH', 'ADMIN'] as const;
export type StaffRole = (typeof staffRoles)[number];
