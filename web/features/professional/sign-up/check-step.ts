import { isDuplicateField } from '#contract/error-codes.ts';
import type { ValidationError } from '#contract/problem.ts';
import type { ProfessionalStep } from '#contract/professionals/professional-flow.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { showToast } from '#web/ui/toast-list.ts';
import { isDuplicateConfirmed, markValidated, signUp } from './sign-up-store.ts';

export type Checked =
  | { outcome: 'valid' }
  | { outcome: 'duplicate' }
  | { outcome: 'wrong'; errors: readonly ValidationError[] }
  | { outcome: 'failed' };

/** Validates a step on the server and opens the next one. Any problem other than field errors is shown as a toast. */
export async function checkStep(step: ProfessionalStep, values: object): Promise<Checked> {
  const { email } = { email: signUp().contact.email, ...values };
  const body = { ...values, step, duplicateConfirmed: isDuplicateConfirmed(email) };
  const result = await call('POST /v2/professional/users/validator', { body, headers: { 'x-activity': 'START' } });
  if (result.ok) {
    markValidated(step);
    return { outcome: 'valid' };
  }
  const errors = result.problem.validationErrors;
  if (errors.some(({ field }) => isDuplicateField(field))) return { outcome: 'duplicate' };
  if (errors.length > 0) return { outcome: 'wrong', errors };
  showToast({ text: m.genericErrorMessage(), tone: 'error' });
  return { outcome: 'failed' };
}
