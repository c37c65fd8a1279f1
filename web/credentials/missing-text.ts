import { get } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { PasswordContext } from '#contract/credentials.ts';
import { m } from '#messages/messages.js';
import { currentLanguage } from '#web/i18n/language.ts';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';
import type { Credentials, CredentialsInput } from './credentials-form.ts';
import { unmetRules } from './PasswordChecklist.tsx';

type Question = {
  values: CredentialsInput;
  words: ContractForm<CredentialsInput, Credentials>['words'];
  schema: z.ZodMiniType<Credentials, CredentialsInput>;
  context: PasswordContext;
};

/**
 * Why Complete Signup waits: the fields that are empty, else the rules the password does not meet, else the fields to
 * look at again.
 */
export function missingText({ values, words, schema, context }: Question): string {
  const result = schema.safeParse(values);
  const wrong = [...new Set(result.success ? [] : result.error.issues.map(({ path }) => path.join('.')))];
  const list = (names: readonly string[]) =>
    new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(names);
  const labelsOf = (paths: readonly string[]) =>
    list(paths.map((path) => words(path as Parameters<typeof words>[0]).label));
  const empty = wrong.filter((path) => get(values, path) === '');
  if (empty.length > 0) return m.credentials_missing_fields({ fields: labelsOf(empty) });
  if (wrong[0] === 'password')
    return m.credentials_missing_rules({ rules: list(unmetRules(values.password, context)) });
  return m.credentials_missing_check({ fields: labelsOf(wrong) });
}
