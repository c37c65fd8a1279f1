import { describe, expect, it, test } from 'vitest';
import type * as z from 'zod/mini';
import { m } from '#messages/messages.js';
import { contractRoutes } from '#tests/setup/contract-routes.ts';
import { stepSchemas } from '../professionals/professional.ts';
import { familyIssues } from '../sign-up/family.ts';
import { fieldErrorText, namesItsField } from './field-errors.ts';
import { languages } from './languages.ts';
import { missingFieldText } from './missing-fields.ts';

type Schema = z.core.$ZodType;
type Field = { field: string; schema: Schema };

/** All fields of a schema, including those of lists and unions. */
function fieldsOf(schema: Schema, path: string[] = []): Field[] {
  const { def } = schema._zod as unknown as { def: Record<string, unknown> & { type: string } };
  const inside = (one: unknown, ...step: string[]) => fieldsOf(one as Schema, [...path, ...step]);
  if (def.type === 'object')
    return Object.entries(def['shape'] as Record<string, Schema>).flatMap(([key, one]) => inside(one, key));
  if (def.type === 'array') return [{ field: path.join('.'), schema }, ...inside(def['element'], '0')];
  if (def.type === 'union') return (def['options'] as Schema[]).flatMap((one) => inside(one));
  if (def.type === 'intersection') return [...inside(def['left']), ...inside(def['right'])];
  if (def.type === 'pipe') return inside(def['in']);
  return def['innerType'] ? inside(def['innerType']) : [{ field: path.join('.'), schema }];
}

const asksFor = ({ schema }: Field, value: unknown): boolean => {
  const result = (schema as z.ZodMiniType).safeParse(value);
  return !result.success && result.error.issues.some(({ message }) => message === 'required');
};

/** Fields required by a rule over several fields, which no schema of one field shows. */
const together = [
  ...familyIssues(
    {
      coParent: { firstName: '', lastName: '', email: '', phoneCountryCode: '+1', phoneNumber: '' },
      children: [],
      knowsCoParentEmail: true,
      coParentDuplicateConfirmed: false,
    },
    { email: 'marta@example.com', phoneCountryCode: '+1', phoneNumber: '' },
  ).map(({ path }) => path.join('.')),
  'coParent.phoneNumber',
  'contact.benchOfficerName',
  'contact.colleagueName',
  'contact.referralOther',
  'referral.other',
];

const bodies = contractRoutes.flatMap(({ path, body, query }) =>
  path.startsWith('/v2/staff/') ? [] : [body, query].filter((one) => one !== undefined),
);
const required = [...bodies, ...Object.values(stepSchemas)]
  .flatMap((schema) => fieldsOf(schema))
  .filter((one) => [undefined, '', []].some((value) => asksFor(one, value)))
  .map(({ field }) => field);

describe('VOI3: an empty field', () => {
  test.each([...new Set([...required, ...together])])('%s has a text that says what to enter', (field) => {
    const isReferralQuestion = field === 'referral.selection';
    for (const language of languages)
      expect(fieldErrorText({ field, code: 'required', language }) === m.field_required({}, { locale: language })).toBe(
        isReferralQuestion,
      );
    expect(namesItsField({ field, code: 'required' })).toBe(!isReferralQuestion);
  });

  it('has a different text than the same field of another person', () => {
    expect(
      ['parent.firstName', 'coParent.firstName', 'children.1.firstName', 'parentB.firstName', 'parents.0.lastName'].map(
        (field) => missingFieldText(field, 'en'),
      ),
    ).toEqual([
      'Enter your first name',
      "Enter your co-parent's first name",
      'Enter the first name of child 2',
      "Enter the second parent's first name",
      "Enter the first parent's last name",
    ]);
  });
});
