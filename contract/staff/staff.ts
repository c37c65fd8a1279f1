/** Staff roles. The company's identity provider assigns them, in a claim. */
export const staffRoles = ['SUPPORT', 'BILLING', 'GROWTH', 'ADMIN'] as const;
export type StaffRole = (typeof staffRoles)[number];
