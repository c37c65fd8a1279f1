import { normaliseEmail } from '#contract/fields/typed-text.ts';
import { type StepTwo, stepSchemas } from '#contract/professionals/professional.ts';
import { professionalErrorText } from '#contract/professionals/professional-errors.ts';
import type { ProfessionalStep } from '#contract/professionals/professional-flow.ts';
import type { Clock } from '../clock.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { isTaken } from '../identity/duplicate-check.ts';
import { addressIssues } from '../lookups/address-rules.ts';
import { professionalRoles } from '../lookups/professional-options.ts';
import { type FieldRefusal, issuesOf, type Refusal, refuse } from '../refusal.ts';

export const duplicateField = 'professional.duplicate';

/** Refuses a step with the texts of the professional form (409, specification 5.3). */
export function refuseStep(fields: readonly FieldRefusal[], language: Language): Refusal<'STEP_INVALID'> {
  const validationErrors = fields.map(({ field, code }) => ({
    field,
    code,
    text: professionalErrorText({ field, code, language }),
  }));
  return refuse('STEP_INVALID', { extra: { validationErrors } });
}

/**
 * The errors of a step as it was sent; empty if it is valid. Whether the e-mail is already known is checked separately.
 */
export function stepIssues(step: ProfessionalStep, values: unknown): FieldRefusal[] {
  const parsed = stepSchemas[step].safeParse(values);
  if (parsed.success) return step === 'TWO' ? practiceIssues(parsed.data as StepTwo) : [];
  const issues = parsed.error.issues.map(({ path: [field = 'unknown'], message }) => ({ path: [field], message }));
  return issuesOf({ issues });
}

const formFields: Record<string, string> = {
  'address.country': 'country',
  'address.region': 'region',
  'address.postalCode': 'postalCode',
  'parent.timeZone': 'timezone',
};

/** Checks against the lists: region, postal code and time zone of the country, and the roles of its law. */
export function practiceIssues({ country, region, postalCode, timezone, roles }: StepTwo): FieldRefusal[] {
  const issues = addressIssues({ country, region, postalCode, timeZone: timezone }).map(({ field, code }) => ({
    field: formFields[field] ?? field,
    code,
  }));
  const known = new Set(professionalRoles({ country, language: 'en' }).map(({ value }) => value));
  if (roles.some((role) => !known.has(role))) issues.push({ field: 'roles', code: 'not_understood' });
  return issues;
}

/**
 * Whether an account has this e-mail; a professional's counts even before its mail was opened. A co-parent whose invite
 * is scheduled does not count, because a refusal would reveal it.
 */
export async function isKnownEmail(db: DbOrTrx, { email, at }: { email: string; at: Date }): Promise<boolean> {
  if (await isTaken(db, { email, at })) return true;
  const professional = await db
    .selectFrom('users')
    .select('id')
    .where('emailNormalised', '=', normaliseEmail(email))
    .where('role', '=', 'PROFESSIONAL')
    .where('status', '!=', 'CLOSED')
    .limit(1)
    .executeTakeFirst();
  return professional !== undefined;
}

type Step = { step: ProfessionalStep; values: unknown; duplicateConfirmed: boolean };

/** Validates a step. An e-mail with an existing account is reported once; the person may confirm and continue. */
export async function validateStep(
  { db, clock }: { db: Db; clock: Clock },
  { step, values, duplicateConfirmed }: Step,
  language: Language,
): Promise<{ valid: true } | Refusal<'STEP_INVALID'>> {
  const issues = stepIssues(step, values);
  if (issues.length > 0) return refuseStep(issues, language);
  if (step !== 'ONE' || duplicateConfirmed) return { valid: true };
  const { email } = stepSchemas.ONE.parse(values);
  const known = await isKnownEmail(db, { email, at: clock.now() });
  return known ? refuseStep([{ field: duplicateField, code: 'parent_duplicate' }], language) : { valid: true };
}
