import type { Choice, RegionLookup } from '#contract/api/lookups.ts';
import { useQuery } from '#web/api/use-query.ts';
import { useErrorToast } from '#web/ui/use-error-toast.ts';
import { zonesWanted } from './billing-form.ts';

type Place = { country: string; region: string };

export type RegionLookups = {
  /** Null until the country's answer is there. */
  lookup: RegionLookup | null;
  /** Null while they are awaited, or until a state or province is chosen. */
  zones: readonly Choice[] | null;
  /** What the chosen country and region settle is on its way: nobody can be told yet what is missing. */
  awaited: boolean;
  failed: boolean;
  retry: () => void;
};

export type CountryLookups = RegionLookups & { countries: readonly Choice[] };

const none: readonly Choice[] = [];

/** What belongs to the chosen country and region: regions, the name of the postal code, time zones. */
export function useRegionLookups({ country, region }: Place): RegionLookups {
  const wanted = zonesWanted({ country, region });
  const regions = useQuery('GET /v2/countries/:country/regions', country === '' ? null : { params: { country } }, {
    cached: true,
  });
  const byRegion = useQuery(
    'GET /v2/countries/:country/timezones',
    wanted === 'region' ? { params: { country }, query: { region } } : null,
    {
      cached: true,
    },
  );
  const failures = [regions, byRegion].filter(({ state }) => state === 'failed');
  const isLoading =
    (country !== '' && regions.state === 'loading') || (wanted === 'region' && byRegion.state === 'loading');
  const lookup = regions.state === 'ready' ? regions.data : null;
  const ofRegion = byRegion.state === 'ready' ? byRegion.data.timezones : null;
  return {
    lookup,
    zones: wanted === 'region' ? ofRegion : wanted === 'country' ? (lookup?.timezones ?? null) : null,
    awaited: isLoading && failures.length === 0,
    failed: failures.length > 0,
    retry: () => {
      for (const failure of failures) failure.retry();
    },
  };
}

/** Countries, and what belongs to the chosen one. A failure shows the generic message once and offers another try. */
export function useCountryLookups(place: Place): CountryLookups {
  const countries = useQuery('GET /v2/countries', {}, { cached: true });
  const regions = useRegionLookups(place);
  const failed = regions.failed || countries.state === 'failed';
  useErrorToast(failed);
  return {
    ...regions,
    countries: countries.state === 'ready' ? countries.data.countries : none,
    awaited: regions.awaited && !failed,
    failed,
    retry: () => {
      regions.retry();
      if (countries.state === 'failed') countries.retry();
    },
  };
}
