import { call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { currentLanguage } from '#web/i18n/language.ts';
import type { Phone } from './recovery-view.ts';

/** Requests a code by text. The problem's fields are renamed to those of the forms here. */
export async function requestCode({ phoneCountryCode, phoneNumber }: Phone): Promise<CallProblem | null> {
  const query = { mobilePhoneNumber: phoneNumber, countryCode: phoneCountryCode, localeString: currentLanguage() };
  const result = await call('GET /v1/usernameRecovery/mobilePhone', { query });
  if (result.ok) return null;
  const validationErrors = result.problem.validationErrors.map((error) =>
    error.field === 'mobilePhoneNumber' ? { ...error, field: 'phone.phoneNumber' } : error,
  );
  return { ...result.problem, validationErrors };
}
