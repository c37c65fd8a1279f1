import * as z from 'zod/mini';
import { id } from '../../fields/fields.ts';
import { stepOne, stepThree, stepTwo } from '../../professionals/professional.ts';
import { professionalSteps } from '../../professionals/professional-flow.ts';
import { publicHeaders, repeatableHeaders } from '../headers.ts';
import { route } from '../route.ts';

/** The professional sign-up (specification 7.1). */
const duplicateConfirmed = z._default(z.boolean(), false);

export const validateProfessional = route({
  method: 'POST',
  path: '/v2/professional/users/validator',
  tag: 'Professionals',
  summary: 'Validate a step of the sign-up; 409 STEP_INVALID has validationErrors',
  caller: 'anyone',
  limits: ['validate-professional', 'ask-who-is-known'],
  errors: ['STEP_INVALID'],
  headers: z.extend(publicHeaders, { 'x-activity': z.optional(z.literal('START')) }),
  /**
   * The step's fields besides these two. They are validated by the step's own schema, so that every error about them is
   * a 409.
   */
  body: z.looseObject({ step: z.enum(professionalSteps), duplicateConfirmed }),
  answer: z.object({ valid: z.literal(true) }),
});

export const createProfessional = route({
  method: 'POST',
  path: '/v2/professional/users',
  tag: 'Professionals',
  summary: 'Register a professional and mail the link for username and password',
  caller: 'anyone',
  limits: ['register-professional'],
  metrics: { flow: 'professional', step: 'registered' },
  errors: ['STEP_INVALID', 'IDEMPOTENCY_MISMATCH'],
  /** One key for one registration: a repeat after a lost response gets the same account, other input is refused. */
  headers: repeatableHeaders,
  body: z.object({ contact: stepOne, practice: stepTwo, security: stepThree, duplicateConfirmed }),
  answer: z.object({
    userId: id,
    name: z.object({ title: z.string(), firstName: z.string(), lastName: z.string(), credentials: z.string() }),
    email: z.string(),
    practiceName: z.string(),
  }),
  status: 201,
});
export type CreatedProfessional = z.output<typeof createProfessional.answer>;
