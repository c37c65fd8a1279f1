import type * as z from 'zod/mini';
import { professionalErrorText } from '#contract/professionals/professional-errors.ts';
import {
  stepOne,
  stepThree,
  stepTwo,
  type StepOne,
  type StepThree,
  type StepTwo,
} from '#contract/professionals/professional.ts';
import type { ErrorText } from '#web/ui/form/validation.ts';
import type { ContactInput, PracticeInput, SecurityInput } from './sign-up-forms.ts';

/** The schemas are the contract's; the input types are wider. */
export const contactSchema = stepOne as unknown as z.ZodMiniType<StepOne, ContactInput>;
export const practiceSchema = stepTwo as unknown as z.ZodMiniType<StepTwo, PracticeInput>;
export const securitySchema = stepThree as unknown as z.ZodMiniType<StepThree, SecurityInput>;

export const errorText: ErrorText = ({ path, code }) => professionalErrorText({ field: path, code });
