import { get } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { PasswordContext } from '#contract/sign-in/password-rules.ts';
import { needsExplanation, type ReferralSelection } from '#contract/sign-up/referral-selections.ts';
import { m } from '#messages/messages.js';
import { listed, midSentence } from '#web/i18n/listed.ts';
import { nameOf } from '#web/ui/form/field-paths.ts';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';
import type { CredentialsInput } from './credentials-form.ts';
import type { Credentials } from './credentials-schema.ts';
import { unmetRules } from './PasswordChecklist.tsx';

type MissingTextParams = {
  values: CredentialsInput;
  fieldTexts: ContractForm<CredentialsInput, Credentials>['fieldTexts'];
  /** Null until it has loaded. */
  schema: z.ZodMiniType<Credentials, CredentialsInput> | null;
  context: PasswordContext;
};

/**
 * Why Complete Signup is blocked: the empty fields, else the password's unmet rules, else the invalid fields. Undefined
 * if nothing is known to be missing.
 */
export function missingText({ values, fieldTexts, schema, context }: MissingTextParams): string | undefined {
  const invalidPaths = schema ? pathsOfIssues(schema, values) : pathsToFill(values, context);
  const labelsOf = (paths: readonly string[]) =>
    listed(paths.map((path) => nameOf(fieldTexts(path as Parameters<typeof fieldTexts>[0]).label)));
  const empty = invalidPaths.filter((path) => get(values, path) === '');
  if (empty.length > 0) return m.credentials_missing_fields({ fields: labelsOf(empty) });
  if (invalidPaths[0] === 'password')
    return m.credentials_missing_rules({ rules: listed(unmetRules(values.password, context).map(midSentence)) });
  if (invalidPaths.length === 0) return undefined;
  return m.credentials_missing_check({ fields: labelsOf(invalidPaths) });
}

function pathsOfIssues(schema: NonNullable<MissingTextParams['schema']>, values: CredentialsInput): string[] {
  const result = schema.safeParse(values);
  return [...new Set(result.success ? [] : result.error.issues.map(({ path }) => path.join('.')))];
}

/** What can be said before the schema has loaded: empty fields, or a password that does not meet its rules. */
function pathsToFill(values: CredentialsInput, context: PasswordContext): string[] {
  const { username, password, referral, security } = values;
  const explains = needsExplanation((referral?.selection ?? '') as ReferralSelection | '');
  const empty = [
    ...emptyPaths({ username, password }),
    ...emptyPaths({ ...referral }, 'referral.').filter((path) => path !== 'referral.other' || explains),
    // Both codes are equal while both are empty.
    ...emptyPaths({ ...security }, 'security.').filter(
      (path) => path !== 'security.confirmCode' || security?.securityCode !== '',
    ),
  ];
  return empty.length === 0 && unmetRules(password, context).length > 0 ? ['password'] : empty;
}

function emptyPaths(fields: Record<string, string>, prefix = ''): string[] {
  return Object.entries(fields).flatMap(([key, value]) => (value === '' ? [`${prefix}${key}`] : []));
}
