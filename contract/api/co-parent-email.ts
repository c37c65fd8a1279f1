import * as z from 'zod/mini';
import type { FieldErrorCode } from '../field-errors.ts';
import { id, isEmail } from '../fields.ts';
import { registrationHeaders } from './headers.ts';
import { route } from './route.ts';

const code: FieldErrorCode = 'email_prompt';

/** Asked for on the receipt, when it was not known before (specification 5.6). */
export const coParentEmail = z.object({
  email: z.string(code).check(
    z.overwrite((value) => value.trim()),
    z.refine(isEmail, code),
  ),
});

export const addCoParentEmail = route({
  method: 'POST',
  path: '/v2/registrations/:signupId/co-parent-email',
  tag: 'Registrations',
  summary: 'Add the co-parent email that was not known, once, and send the invite',
  caller: 'registration',
  limits: ['add-co-parent-email'],
  errors: ['NOT_PAID', 'CONFLICT'],
  params: z.object({ signupId: id }),
  headers: registrationHeaders,
  body: coParentEmail,
  answer: z.object({ invited: z.literal(true) }),
});
