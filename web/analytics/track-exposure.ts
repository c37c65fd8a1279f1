import { experimentState } from '#contract/boot.ts';
import type { ExperimentKey } from '#contract/experiments.ts';
import { bootData } from '#web/site/boot.ts';
import { eventQueue, mayCount } from './track.ts';

const reported = new Set<ExperimentKey>();

/**
 * What an experiment decides about was shown: told once for each page that is loaded, and only of experiments that are
 * on.
 */
export function trackExposure(keys: readonly ExperimentKey[]): void {
  if (!mayCount()) return;
  const boot = bootData();
  const { anonymousId } = boot;
  for (const experiment of keys) {
    const state = experimentState(boot, experiment);
    if (state === 'off' || reported.has(experiment)) continue;
    reported.add(experiment);
    eventQueue().add({
      type: 'exposure',
      messageId: crypto.randomUUID(),
      anonymousId,
      timestamp: new Date().toISOString(),
      experiment,
      state,
    });
  }
}
