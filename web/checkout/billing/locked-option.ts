import type { Choice } from '#contract/api/lookups.ts';

type Locked = { locked: boolean; value: string; options: readonly Choice[] };

/** Fixes a list to its present value where the field cannot be changed. */
export const lockedOption = ({ locked, value, options }: Locked) =>
  locked ? { lockedTo: { value, label: options.find((option) => option.value === value)?.label ?? value } } : {};
