import { get } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { PasswordContext } from '#contract/credentials.ts';
import { m } from '#messages/messages.js';
import { listed, midSentence } from '#web/i18n/listed.ts';
import { nameOf } from '#web/ui/form/field-paths.ts';
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
  const labelsOf = (paths: readonly string[]) =>
    listed(paths.map((path) => nameOf(words(path as Parameters<typeof words>[0]).label)));
  const empty = wrong.filter((path) => get(values, path) === '');
  if (empty.length > 0) return m.credentials_missing_fields({ fields: labelsOf(empty) });
  if (wrong[0] === 'password')
    return m.credentials_missing_rules({ rules: listed(unmetRules(values.password, context).map(midSentence)) });
  return m.credentials_missing_check({ fields: labelsOf(wrong) });
}
