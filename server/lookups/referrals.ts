import type { Language } from '#contract/languages.ts';
import type { Choice } from '#contract/api/lookups.ts';
import { type ReferralSelection, referralSelections } from '#contract/referrals.ts';
import { m } from '#messages/messages.js';
import { type MessageText, textChoices } from './message-texts.ts';

const texts = {
  COURT_ORDERED: m.lookups_referral_court_ordered,
  REFERRED_FL: m.lookups_referral_referred_fl,
  FRIEND_FAMILY: m.lookups_referral_friend_family,
  CO_PARENT: m.lookups_referral_co_parent,
  SEARCH: m.lookups_referral_search,
  SOCIAL_MEDIA: m.lookups_referral_social_media,
  ADVERTISEMENT: m.lookups_referral_advertisement,
  OTHER: m.lookups_referral_other,
} as const satisfies Record<ReferralSelection, MessageText>;

/** How a parent heard of us (specification 3.9). */
export function referrals(language: Language): Choice[] {
  return textChoices({ keys: referralSelections, texts, language });
}
