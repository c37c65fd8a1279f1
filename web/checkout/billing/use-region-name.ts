import { useQuery } from '#web/api/use-query.ts';

/** A region as its country's list calls it; its code, or what was typed, where there is no list to be had. */
export function useRegionName({ country, region }: { country: string; region: string }): string {
  const answer = useQuery('GET /v2/countries/:country/regions', country === '' ? null : { params: { country } }, {
    cached: true,
  });
  const known = answer.state === 'ready' ? answer.data.regions.find(({ value }) => value === region) : undefined;
  return known?.label ?? region;
}
