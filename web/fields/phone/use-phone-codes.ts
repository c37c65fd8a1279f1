import { useQuery } from '#web/api/use-query.ts';
import { bootData } from '#web/site/boot.ts';
import type { CountryCodeOption } from '#web/ui/form/PhoneField.tsx';
import { useErrorToast } from '#web/ui/use-error-toast.ts';

/** Used while the list loads, or if it fails to load. */
const served = ['+1', '+44', '+52', '+61', '+64'];

/** Country codes to choose from, code first; always includes the selected one. */
export function usePhoneCodes(chosen: string): readonly CountryCodeOption[] {
  const answer = useQuery('GET /v2/phone-country-codes', {}, { cached: true });
  useErrorToast(answer.state === 'failed');
  if (answer.state === 'ready')
    return answer.data.phoneCountryCodes.map(({ value, label, countries: [short = ''] }) => ({
      value,
      label: codeFirst(value, label),
      short,
    }));
  const codes = new Set([bootData().countryCode, ...served, chosen]);
  return [...codes].filter(Boolean).map((value) => ({ value, label: value }));
}

/** `United States (+1)` becomes `+1 United States`: the closed list is narrow, and the code must be visible. */
function codeFirst(value: string, label: string): string {
  return `${value} ${label.replace(`(${value})`, '').trim()}`;
}
