import { createHash } from 'node:crypto';
import { type Audience, type ExperimentKey, type ExperimentState, experiments } from '#contract/sign-up/experiments.ts';

/** What is known of a visitor; nothing personal. */
export type Visitor = { anonymousId: string | null; country: string; invited: boolean };
/** `iteration` counts how often the experiment was started. */
export type Setting = { state: 'running' | ExperimentState; share: number; iteration: number };

const audiences: Record<Audience, (visitor: Visitor) => boolean> = {
  everyone: () => true,
  parents: ({ invited }) => !invited,
  invited: ({ invited }) => invited,
  'united-kingdom': ({ country }) => country === 'GB',
  'united-states': ({ country }) => country === 'US',
};

/**
 * A visitor's group, deterministic in every process for the length of an iteration. The next iteration assigns anew, so
 * that effects of earlier exposures do not stay with one group.
 */
export function groupOf(
  key: ExperimentKey,
  { setting: { share, iteration }, anonymousId }: { setting: Setting; anonymousId: string },
): 'control' | 'treatment' {
  const salted = `${experiments[key].seed}.${iteration}:${anonymousId}`;
  return createHash('sha256').update(salted).digest().readUInt32BE(0) % 100 < share ? 'treatment' : 'control';
}

export function evaluateExperiment(
  key: ExperimentKey,
  { setting, visitor }: { setting: Setting; visitor: Visitor },
): ExperimentState {
  const { anonymousId } = visitor;
  if (!audiences[experiments[key].audience](visitor)) return 'off';
  if (setting.state !== 'running') return setting.state;
  return anonymousId === null ? 'control' : groupOf(key, { setting, anonymousId });
}
