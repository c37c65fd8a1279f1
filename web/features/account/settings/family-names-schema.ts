import * as z from 'zod/mini';
import { name } from '#contract/fields/fields.ts';
import { familyEdit, familyIssues } from '#contract/sign-up/family.ts';
import { ofNamedChildren } from '#web/fields/family/named-children-schema.ts';
import type { FamilyView } from './family-names.ts';

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
