import { isName, normaliseText } from '#contract/fields/typed-text.ts';

/** A first name as it is typed into the form: empty until it can be one. */
export function typedName(typed: string): string {
  const name = normaliseText(typed);
  return isName(name) ? name : '';
}
