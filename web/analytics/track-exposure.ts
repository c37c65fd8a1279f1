import { experimentState } from '#contract/boot.ts';
import type { ExperimentKey } from '#contract/sign-up/experiments.ts';
import { bootData } from '#web/site/boot.ts';
import { eventQueue, mayCount } from './track.ts';

const reported = new Set<ExperimentKey>();

/** Reports the exposure to a running experiment, once for each loaded page. */
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
