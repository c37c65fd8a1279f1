/** Actions on many families at once. `INVITE`: whoever has no valid invite; `LETTERS`: a letter for each. */
export const caseActions = ['INVITE', 'LETTERS', 'ARCHIVE', 'RESTORE'] as const;
export type CaseAction = (typeof caseActions)[number];

/** Families of one call: a page of the list. */
export const maxCasesAtOnce = 50;

/** Why a parent was left out. `WITHDRAWN`: invited again only one by one. `BEGUN`: others may read a letter. */
export const reasonsLeftOut = ['JOINED', 'WITHDRAWN', 'NO_EMAIL', 'RETURNED', 'BEGUN', 'LATER'] as const;
export type ReasonLeftOut = (typeof reasonsLeftOut)[number];
