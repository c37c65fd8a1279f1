import type { Choice, RegionLookup } from '#contract/api/lookups.ts';
import { useQuery } from '#web/api/use-query.ts';
import { useErrorToast } from '#web/ui/use-error-toast.ts';
import { zoneSource } from './billing-form.ts';

type Place = { country: string; region: string };

export type RegionLookups = {
  /** Null until loaded. */
  lookup: RegionLookup | null;
  /** Null while loading, or until a region is chosen. */
  zones: readonly Choice[] | null;
  /** Lists of the chosen country and region are loading, so missing fields cannot be decided yet. */
  loading: boolean;
  failed: boolean;
  retry: () => void;
};

export type CountryLookups = RegionLookups & { countries: readonly Choice[] };

const none: readonly Choice[] = [];

/** The lists of the chosen country and region: regions, the postal code's label and rule, time zones. */
export function useRegionLookups({ country, region }: Place): RegionLookups {
  const source = zoneSource({ country, region });
  const regions = useQuery('GET /v2/countries/:country/regions', country === '' ? null : { params: { country } }, {
    cached: true,
  });
  const byRegion = useQuery(
    'GET /v2/countries/:country/timezones',
    source === 'region' ? { params: { country }, query: { region } } : null,
    {
      cached: true,
    },
  );
  const failures = [regions, byRegion].filter(({ state }) => state === 'failed');
  const isLoading =
    (country !== '' && regions.state === 'loading') || (source === 'region' && byRegion.state === 'loading');
  const lookup = regions.state === 'ready' ? regions.data : null;
  const ofRegion = byRegion.state === 'ready' ? byRegion.data.timezones : null;
  return {
    lookup,
    zones: source === 'region' ? ofRegion : source === 'country' ? (lookup?.timezones ?? null) : null,
    loading: isLoading && failures.length === 0,
    failed: failures.length > 0,
    retry: () => {
      for (const failure of failures) failure.retry();
    },
  };
}

/** Countries and the lists of the chosen one. A failure shows one generic message with a retry. */
export function useCountryLookups(place: Place): CountryLookups {
  const countries = useQuery('GET /v2/countries', {}, { cached: true });
  const regions = useRegionLookups(place);
  const failed = regions.failed || countries.state === 'failed';
  useErrorToast(failed);
  return {
    ...regions,
    countries: countries.state === 'ready' ? countries.data.countries : none,
    loading: regions.loading && !failed,
    failed,
    retry: () => {
      regions.retry();
      if (countries.state === 'failed') countries.retry();
    },
  };
}
