import type { Choice } from '#contract/api/lookups.ts';
import { postalCodeKinds, regionKinds } from '#contract/api/lookups.ts';
import type { Language } from '#contract/fields/languages.ts';
import {
  benchOfficerPositions,
  colleagueRoles,
  professionalReferralSources,
  professionalRoles,
  titles,
} from '#contract/professionals/professional-options.ts';
import { referralSelections } from '#contract/sign-up/referral-selections.ts';
import { m } from '#messages/messages.js';

/** Lists whose texts are named after their codes: `lookups_role` and `JUDGE` make `lookups_role_judge`. */
export const textLists = {
  lookups_title: titles,
  lookups_bench_officer: benchOfficerPositions,
  lookups_colleague: colleagueRoles,
  lookups_source: professionalReferralSources,
  lookups_role: professionalRoles,
  lookups_referral: referralSelections,
  lookups_region: regionKinds,
  lookups_postal: postalCodeKinds,
} as const;
type List = keyof typeof textLists;
type CodeOf<Of extends List> = (typeof textLists)[Of][number];
type Name = { [Of in List]: `${Of}_${Lowercase<CodeOf<Of>>}` }[List];

/** A code without a text is a compile error. */
const texts: Pick<typeof m, Name> = m;

export function codeText<Of extends List>(list: Of, code: CodeOf<Of>, language: Language): string {
  return texts[`${list}_${code.toLowerCase()}` as Name]({}, { locale: language });
}

/** Codes of a list with their texts in a language, in the order given. */
export function textChoices<Of extends List>(
  list: Of,
  language: Language,
  codes: readonly CodeOf<Of>[] = textLists[list],
): Choice[] {
  return codes.map((code) => ({ value: code, label: codeText(list, code, language) }));
}
