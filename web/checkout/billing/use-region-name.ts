import { useQuery } from '#web/api/use-query.ts';

/** A region's name from its country's list; its code, or the typed text, if the list is unavailable. */
export function useRegionName({ country, region }: { country: string; region: string }): string {
  const answer = useQuery('GET /v2/countries/:country/regions', country === '' ? null : { params: { country } }, {
    cached: true,
  });
  const listedRegion = answer.state === 'ready' ? answer.data.regions.find(({ value }) => value === region) : undefined;
  return listedRegion?.label ?? region;
}
