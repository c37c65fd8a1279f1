import { listRegions } from '#contract/api/lookups.ts';
import { useAnswer } from '#web/api/use-answer.ts';

/** A region as its country's list calls it; its code, or what was typed, where there is no list to be had. */
export function useRegionName({ country, region }: { country: string; region: string }): string {
  const answer = useAnswer(listRegions, country === '' ? null : { params: { country } }, { keep: true });
  const known = answer.state === 'ready' ? answer.data.regions.find(({ value }) => value === region) : undefined;
  return known?.label ?? region;
}
