import { createHash } from 'node:crypto';
import { type Audience, type ExperimentKey, type ExperimentState, experiments } from '#contract/experiments.ts';

/** What is known of a visitor; nothing personal. */
export type Visitor = { anonymousId: string | null; country: string; invited: boolean };
export type Setting = { state: 'running' | ExperimentState; share: number };

const audiences: Record<Audience, (visitor: Visitor) => boolean> = {
  everyone: () => true,
  parents: ({ invited }) => !invited,
  invited: ({ invited }) => invited,
  'united-kingdom': ({ country }) => country === 'GB',
  'united-states': ({ country }) => country === 'US',
};

/** 0 to 99, the same for one visitor and experiment on every process and for ever. */
export function bucketOf(anonymousId: string, seed: number): number {
  return createHash('sha256').update(`${seed}:${anonymousId}`).digest().readUInt32BE(0) % 100;
}

export function evaluateExperiment(
  key: ExperimentKey,
  { setting, visitor }: { setting: Setting; visitor: Visitor },
): ExperimentState {
  const { audience, seed } = experiments[key];
  if (!audiences[audience](visitor)) return 'off';
  if (setting.state !== 'running') return setting.state;
  if (visitor.anonymousId === null) return 'control';
  return bucketOf(visitor.anonymousId, seed) < setting.share ? 'treatment' : 'control';
}
