import * as z from 'zod/mini';
import { securityCode } from '#contract/sign-in/security.ts';
import { signInBody, typed } from '#contract/sign-in/sign-in-form.ts';

export const signInSchema = z.pick(signInBody, { username: true, password: true });

/** The password again; a code where there is a second factor. */
export const freshSignInSchema = z.object({ password: typed, code: z.string() });

export const secondStepSchema = z.object({ code: typed });

/** For whoever has lost every factor; those who have no question confirm alone. */
export const lostFactorsSchema = z.object({ securityAnswer: typed, securityCode });
export const noFieldsSchema = z.object({});
