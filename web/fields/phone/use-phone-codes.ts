import { useQuery } from '#web/api/use-query.ts';
import { bootData } from '#web/site/boot.ts';
import type { CountryCodeOption } from '#web/ui/form/PhoneField.tsx';
import { useErrorToast } from '#web/ui/use-error-toast.ts';

/** Enough to go on while the list is on its way, or when it cannot be had. */
const served = ['+1', '+44', '+52', '+61', '+64'];

/** Country codes to choose from, code first; the chosen one is always among them. */
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

/** `United States (+1)` gives `+1 United States`: the closed list is narrow, and the code must show. */
function codeFirst(value: string, label: string): string {
  return `${value} ${label.replace(`(${value})`, '').trim()}`;
}
