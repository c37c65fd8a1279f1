import type { AnswerOf, BodyOf } from '#contract/api/route.ts';
import type { editFamily, readFamily } from '#contract/api/sign-up/family.ts';
import type { FamilyInput } from '#contract/sign-up/family.ts';

export type FamilyView = AnswerOf<typeof readFamily>;
export type FamilyNamesValues = {
  coParent: { firstName: string; lastName: string };
  children: BodyOf<typeof editFamily>['children'];
};

/** The current names as form values. */
export function familyNamesDefaults({ coParent, children }: FamilyView): FamilyInput {
  const { firstName = '', lastName = '' } = coParent ?? {};
  return { coParent: { firstName, lastName }, children };
}

/** The call's body: the co-parent only while their name can be edited. */
export function familyNamesBody(
  { coParent: view, version }: FamilyView,
  { coParent, children }: FamilyNamesValues,
): BodyOf<typeof editFamily> {
  return { version, children, coParent: view?.mayEdit ? coParent : null };
}
