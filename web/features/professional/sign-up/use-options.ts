import type { ProfessionalOptions } from '#contract/api/lookups.ts';
import { countriesWhere } from '#contract/fields/countries.ts';
import { useQuery } from '#web/api/use-query.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useErrorToast } from '#web/ui/use-error-toast.ts';

export type Options = {
  lists: ProfessionalOptions | null;
  countries: readonly { value: string; label: string }[];
  failed: boolean;
  retry: () => void;
};

/** Every list a professional chooses from. If they fail to load, the countries fall back to two (specification 9). */
export function useOptions(): Options {
  const language = useLanguage();
  const answer = useQuery('GET /v2/professional/options', {}, { cached: true });
  const failed = answer.state === 'failed';
  useErrorToast(failed);
  const names = new Intl.DisplayNames([language === 'es' ? 'es-MX' : 'en-US'], { type: 'region' });
  const fallback = countriesWhere(({ professionals }) => professionals.isFallback)
    .toSorted()
    .map((value) => ({
      value,
      label: names.of(value) ?? value,
    }));
  const lists = answer.state === 'ready' ? answer.data : null;
  return {
    lists,
    countries: lists?.countries ?? (failed ? fallback : []),
    failed,
    retry: answer.retry,
  };
}
