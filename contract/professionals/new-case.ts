import * as z from 'zod/mini';
import type { FieldErrorCode } from '../fields/field-errors.ts';
import { email, name, optionalEmail } from '../fields/fields.ts';
import { languages } from '../fields/languages.ts';
import { sameEmail } from '../fields/typed-text.ts';
import { maxCaseChildren } from '../sign-up/most-children.ts';

const issue = (code: FieldErrorCode): FieldErrorCode => code;

const firstParent = z.object({ firstName: name, lastName: name, email });
const secondParent = z.object({ firstName: name, lastName: name, email: z._default(optionalEmail, '') });

export const caseChildren = z
  .array(z.object({ firstName: name }))
  .check(z.maxLength(maxCaseChildren, issue('children_limit')));

/** A short form: both parents and the children's first names. A parent without an e-mail address gets a letter. */
export const newCase = z
  .object({
    parentA: firstParent,
    parentB: secondParent,
    children: z._default(caseChildren, []),
    language: z._default(z.enum(languages), 'en'),
  })
  .check(
    z.refine(({ parentA, parentB }) => !sameEmail(parentA.email, parentB.email), {
      path: ['parentB', 'email'],
      error: issue('co_parent_email_same'),
    }),
  );
