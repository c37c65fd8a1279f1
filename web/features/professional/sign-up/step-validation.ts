import type * as z from 'zod/mini';
import {
  type StepOne,
  type StepThree,
  type StepTwo,
  stepOne,
  stepThree,
  stepTwo,
} from '#contract/professionals/professional.ts';
import { professionalErrorText } from '#contract/professionals/professional-errors.ts';
import type { ErrorText } from '#web/ui/form/validation.ts';
import type { ContactInput, PracticeInput, SecurityInput } from './sign-up-forms.ts';

/** The schemas are the contract's; the input types are wider. */
export const contactSchema = stepOne as unknown as z.ZodMiniType<StepOne, ContactInput>;
export const practiceSchema = stepTwo as unknown as z.ZodMiniType<StepTwo, PracticeInput>;
export const securitySchema = stepThree as unknown as z.ZodMiniType<StepThree, SecurityInput>;

export const errorText: ErrorText = ({ path, code }) => professionalErrorText({ field: path, code });
