import * as z from 'zod/mini';
import type { FieldErrorCode } from '../fields/field-errors.ts';
import { name, optionalEmail, optionalName, optionalPhoneNumber, phoneCountryCode } from '../fields/fields.ts';
import { samePhone } from '../fields/phones.ts';
import { sameEmail } from '../fields/typed-text.ts';
import { maxChildren } from './most-children.ts';

/** The co-parent and the children as one form (specification 3.5, 5.2). */
export const child = z.object({ firstName: name, lastName: name, email: z._default(optionalEmail, '') });

export const coParent = z.object({
  firstName: name,
  lastName: name,
  email: z._default(optionalEmail, ''),
  phoneCountryCode: z._default(phoneCountryCode, '+1'),
  phoneNumber: z._default(optionalPhoneNumber, ''),
});

const code = (value: FieldErrorCode): FieldErrorCode => value;

export const family = z.object({
  coParent,
  children: z.array(child).check(z.maxLength(maxChildren, code('children_limit'))),
  knowsCoParentEmail: z._default(z.boolean(), true),
  coParentDuplicateConfirmed: z._default(z.boolean(), false),
});

export type Family = z.output<typeof family>;
export type FamilyInput = z.input<typeof family>;
type Contact = { email: string; phoneCountryCode: string; phoneNumber: string };
export type FamilyIssue = { path: (string | number)[]; code: FieldErrorCode };

/** Rules about two people: which contact is required, and who may not share one (specification 5.2). */
export function familyIssues(value: Family, parent: Contact): FamilyIssue[] {
  const issues: FamilyIssue[] = [];
  const { coParent: other, children } = value;
  const add = (path: FamilyIssue['path'], issue: FieldErrorCode) => issues.push({ path, code: issue });
  if (value.knowsCoParentEmail && other.email === '') add(['coParent', 'email'], 'required');
  if (!value.knowsCoParentEmail && other.phoneNumber === '') add(['coParent', 'phoneNumber'], 'required');
  if (sameEmail(other.email, parent.email)) add(['coParent', 'email'], 'co_parent_email_same');
  if (other.phoneNumber !== '' && samePhone(other, parent)) add(['coParent', 'phoneNumber'], 'co_parent_phone_same');
  for (const [index, { email }] of children.entries()) {
    const path = ['children', index, 'email'];
    if (sameEmail(email, parent.email) || sameEmail(email, other.email)) add(path, 'child_email_matches_parent');
    else if (children.slice(0, index).some((earlier) => sameEmail(earlier.email, email))) add(path, 'child_email_used');
  }
  return issues;
}

/** The form's schema for one parent: the browser validates with it what the server enforces with `familyIssues`. */
export function familyOf(parent: Contact) {
  return family.check((context) => {
    for (const { path, code: message } of familyIssues(context.value, parent)) {
      context.issues.push({ code: 'custom', message, path, input: context.value });
    }
  });
}

/** A professional's form and an import accept children with a first name only: these stay valid. */
const childInAccount = z.extend(child, { lastName: optionalName });

/** What the account submits about the family. */
export const familyEdit = z.object({
  /** The revision that was loaded: a list changed since is not overwritten (CONFLICT). Null overwrites it. */
  version: z._default(z.nullable(z.int()), null),
  children: z.array(childInAccount).check(z.maxLength(maxChildren, code('children_limit'))),
  coParent: z._default(z.nullable(z.object({ firstName: name, lastName: name })), null),
});
