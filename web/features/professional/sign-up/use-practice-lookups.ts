import { type Choice, listRegions, listTimezones, type RegionLookup } from '#contract/api/lookups.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { zonesWanted } from '#web/checkout/billing/billing-form.ts';
import { useFailureToast } from './use-options.ts';

export type PracticeLookups = {
  lookup: RegionLookup | null;
  zones: readonly Choice[] | null;
  failed: boolean;
  retry: () => void;
};

/** What belongs to the chosen country and region: regions, the postal code's name, time zones. */
export function usePracticeLookups({ country, region }: { country: string; region: string }): PracticeLookups {
  const wanted = zonesWanted({ country, region });
  const regions = useAnswer(listRegions, country === '' ? null : { params: { country } }, { keep: true });
  const byRegion = useAnswer(listTimezones, wanted === 'region' ? { params: { country }, query: { region } } : null, {
    keep: true,
  });
  const failures = [regions, byRegion].filter((answer) => answer.state === 'failed');
  const failed = failures.length > 0;
  useFailureToast(failed);
  const lookup = regions.state === 'ready' ? regions.data : null;
  const ofRegion = byRegion.state === 'ready' ? byRegion.data.timezones : null;
  return {
    lookup,
    zones: wanted === 'region' ? ofRegion : wanted === 'country' ? (lookup?.timezones ?? null) : null,
    failed,
    retry: () => {
      for (const failure of failures) failure.retry();
    },
  };
}
