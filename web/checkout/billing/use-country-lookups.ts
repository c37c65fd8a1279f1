import { useEffect } from 'react';
import { type Choice, listCountries, listRegions, listTimezones, type RegionLookup } from '#contract/api/lookups.ts';
import { m } from '#messages/messages.js';
import { useAnswer } from '#web/api/use-answer.ts';
import { tellToast } from '#web/ui/toast-list.ts';
import { zonesWanted } from './billing-form.ts';

export type CountryLookups = {
  countries: readonly Choice[];
  /** Null until the country's answer is there. */
  lookup: RegionLookup | null;
  /** Null while they are awaited, or until a state or province is chosen. */
  zones: readonly Choice[] | null;
  /** What the chosen country and region settle is on its way: nobody can be told yet what is missing. */
  awaited: boolean;
  failed: boolean;
  retry: () => void;
};

const none: readonly Choice[] = [];

/** Countries, and what belongs to the chosen one. A failure shows the generic message once and offers another try. */
export function useCountryLookups({ country, region }: { country: string; region: string }): CountryLookups {
  const wanted = zonesWanted({ country, region });
  const countries = useAnswer(listCountries, {}, { keep: true });
  const regions = useAnswer(listRegions, country === '' ? null : { params: { country } }, { keep: true });
  const byRegion = useAnswer(listTimezones, wanted === 'region' ? { params: { country }, query: { region } } : null, {
    keep: true,
  });
  const failures = [countries, regions, byRegion].filter((answer) => answer.state === 'failed');
  const failed = failures.length > 0;
  useEffect(() => {
    if (failed) tellToast({ text: m.payment_lookup_failed(), tone: 'error' });
  }, [failed]);
  const lookup = regions.state === 'ready' ? regions.data : null;
  const awaited =
    !failed &&
    ((country !== '' && regions.state === 'loading') || (wanted === 'region' && byRegion.state === 'loading'));
  const ofRegion = byRegion.state === 'ready' ? byRegion.data.timezones : null;
  return {
    countries: countries.state === 'ready' ? countries.data.countries : none,
    lookup,
    zones: wanted === 'region' ? ofRegion : wanted === 'country' ? (lookup?.timezones ?? null) : null,
    awaited,
    failed,
    retry: () => {
      for (const failure of failures) failure.retry();
    },
  };
}
