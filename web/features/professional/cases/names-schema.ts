import * as z from 'zod/mini';
import { name } from '#contract/fields/fields.ts';
import { caseChildren } from '#contract/professionals/new-case.ts';

export const namesSchema = z.object({
  parents: z.array(z.object({ userId: z.string(), firstName: name, lastName: name })),
  children: caseChildren,
});
