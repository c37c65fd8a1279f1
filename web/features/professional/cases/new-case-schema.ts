import type * as z from 'zod/mini';
import { newCase } from '#contract/professionals/new-case.ts';

export type Person = { firstName: string; lastName: string; email: string };
export type NewCaseInput = {
  parentA: Person;
  parentB: Person;
  children: { firstName: string }[];
  language: 'en' | 'es';
};
export type NewCaseValues = z.output<typeof newCase>;

/** The contract's schema; here every field is always present. */
export const newCaseSchema = newCase as unknown as z.ZodMiniType<NewCaseValues, NewCaseInput>;
