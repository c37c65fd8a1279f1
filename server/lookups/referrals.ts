import type { Choice } from '#contract/api/lookups.ts';
import type { Language } from '#contract/fields/languages.ts';
import { textChoices } from './message-texts.ts';

/** How a parent heard of us (specification 3.9). */
export function referrals(language: Language): Choice[] {
  return textChoices('lookups_referral', language);
}
