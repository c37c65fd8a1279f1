import * as z from 'zod/mini';
import type { FamilyInput } from '#contract/sign-up/family.ts';

const isBlank = ({ firstName, lastName, email = '' }: FamilyInput['children'][number]) =>
  [firstName, lastName, email].every((text) => text.trim() === '');

/** An empty row counts as no child; it cannot be removed while it is the only one. */
export function ofNamedChildren<Output>(schema: z.ZodMiniType<Output, FamilyInput>) {
  const named = (family: FamilyInput): FamilyInput =>
    family.children.length === 1 && family.children.every(isBlank) ? { ...family, children: [] } : family;
  return z.pipe(z.pipe(z.custom<FamilyInput>(), z.transform(named)), schema);
}
