/** How a parent heard of us. The first three need an explanation (specification 3.9, 5.1). */
export const referralSelections = [
  'COURT_ORDERED',
  'REFERRED_FL',
  'FRIEND_FAMILY',
  'CO_PARENT',
  'SEARCH',
  'SOCIAL_MEDIA',
  'ADVERTISEMENT',
  'OTHER',
] as const;

export type ReferralSelection = (typeof referralSelections)[number];

const explained: ReadonlySet<ReferralSelection> = new Set(['OTHER', 'COURT_ORDERED', 'REFERRED_FL']);

export function needsExplanation(selection: ReferralSelection | ''): boolean {
  return selection !== '' && explained.has(selection);
}
