/** Screens outside the join application where no visit begins; separate, because every first page loads the others. */
export const laterAddresses = {
  /** For a court's link. */
  feeWaiver: '/fee-waiver',
  /** For signed-in users. */
  ownFeeWaiver: '/account/fee-waiver',
  /** What a subscription renews to, by the query's `of`. */
  renewalChoice: '/account/renewal-choice',
  /** Targets of mailed links. */
  stopInvites: '/stop-invites',
  stopInvoices: '/stop-invoices',
  agreeToInvoices: '/invoices',
  stopRemoval: '/stop-removal',
  emailLink: '/account/email',
  renewalLink: '/account/renewal',
  newCase: '/pro/cases/new',
  importCases: '/pro/cases/import',
  oneCase: '/pro/cases/family',
  casePlan: '/pro/cases/plan',
  clock: '/development/clock',
} as const;
