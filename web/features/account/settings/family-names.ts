import { familyEdit } from '#contract/family.ts';
import * as z from 'zod/mini';
import type { editFamily, readFamily } from '#contract/api/family.ts';
import type { AnswerOf, BodyOf } from '#contract/api/route.ts';
import { type FamilyInput, familyIssues } from '#contract/family.ts';
import { name } from '#contract/fields.ts';
import { ofNamedChildren } from '#web/fields/family/family-form.ts';

export type FamilyView = AnswerOf<typeof readFamily>;
export type FamilyNamesValues = {
  coParent: { firstName: string; lastName: string };
  children: BodyOf<typeof editFamily>['children'];
};

const emptyPerson = { firstName: '', lastName: '', email: '', phoneCountryCode: '+1', phoneNumber: '' };

/**
 * The sign-up's rules for children, and for the co-parent's name while it can be edited. Duplicates of the parents'
 * addresses are checked by the server alone.
 */
export function familyNamesSchema({ coParent }: FamilyView) {
  const names = z.object({ firstName: name, lastName: name });
  const untouched = z.object({ firstName: z.string(), lastName: z.string() });
  const schema = z
    .object({ coParent: coParent?.mayEdit ? names : untouched, children: familyEdit.shape.children })
    .check((context) => {
      const { children } = context.value;
      const issues = familyIssues(
        { coParent: emptyPerson, children, knowsCoParentEmail: false, coParentDuplicateConfirmed: false },
        emptyPerson,
      );
      for (const { path, code: message } of issues.filter(({ path: [first] }) => first === 'children')) {
        context.issues.push({ code: 'custom', message, path, input: context.value });
      }
    });
  return ofNamedChildren(schema);
}

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
