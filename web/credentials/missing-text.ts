import { get } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { PasswordContext } from '#contract/password-rules.ts';
import { m } from '#messages/messages.js';
import { listed, midSentence } from '#web/i18n/listed.ts';
import { nameOf } from '#web/ui/form/field-paths.ts';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';
import type { Credentials, CredentialsInput } from './credentials-form.ts';
import { unmetRules } from './PasswordChecklist.tsx';

type MissingTextParams = {
  values: CredentialsInput;
  fieldTexts: ContractForm<CredentialsInput, Credentials>['fieldTexts'];
  schema: z.ZodMiniType<Credentials, CredentialsInput>;
  context: PasswordContext;
};

/** Why Complete Signup is blocked: the empty fields, else the password's unmet rules, else the invalid fields. */
export function missingText({ values, fieldTexts, schema, context }: MissingTextParams): string {
  const result = schema.safeParse(values);
  const invalidPaths = [...new Set(result.success ? [] : result.error.issues.map(({ path }) => path.join('.')))];
  const labelsOf = (paths: readonly string[]) =>
    listed(paths.map((path) => nameOf(fieldTexts(path as Parameters<typeof fieldTexts>[0]).label)));
  const empty = invalidPaths.filter((path) => get(values, path) === '');
  if (empty.length > 0) return m.credentials_missing_fields({ fields: labelsOf(empty) });
  if (invalidPaths[0] === 'password')
    return m.credentials_missing_rules({ rules: listed(unmetRules(values.password, context).map(midSentence)) });
  return m.credentials_missing_check({ fields: labelsOf(invalidPaths) });
}
