import * as z from 'zod/mini';
import { securityCode } from '#contract/sign-in/security.ts';
import { typed } from '#contract/sign-in/sign-in-form.ts';

type Values = { password?: string; securityAnswer?: string; securityCode?: string; code?: string };
type Schema = z.ZodMiniType<Values, Values>;

export const proofSchemas: Record<'PASSWORD' | 'QUESTION' | 'FACTOR', Schema> = {
  PASSWORD: z.object({ password: typed }) as Schema,
  QUESTION: z.object({ securityAnswer: typed, securityCode }) as Schema,
  FACTOR: z.object({ code: typed }) as Schema,
};
