import * as z from 'zod/mini';
import { coParentEmail } from '../co-parent-email.ts';
import { id } from '../fields.ts';
import { registrationHeaders } from './headers.ts';
import { route } from './route.ts';

export const addCoParentEmail = route({
  method: 'POST',
  path: '/v2/registrations/:signupId/co-parent-email',
  tag: 'Registrations',
  summary: 'Add the missing email of the co-parent, once, and send the invite',
  caller: 'registration',
  limits: ['add-co-parent-email'],
  errors: ['NOT_PAID', 'CONFLICT', 'INVITE_IN_USE'],
  params: z.object({ signupId: id }),
  headers: registrationHeaders,
  body: coParentEmail,
  answer: z.object({ invited: z.literal(true) }),
});
