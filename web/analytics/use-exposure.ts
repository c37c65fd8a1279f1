import { useEffect } from 'react';
import type { ExperimentKey } from '#contract/experiments.ts';

/**
 * Counts a page that was opened. The counting code comes after the page itself; where it cannot come, nothing is
 * counted.
 */
export function countPage(path: string): void {
  void import('./track.ts').then(
    ({ trackPage }) => trackPage(path),
    () => undefined,
  );
}

/** Reports that what these experiments decide about is shown. */
export function reportExposure(keys: readonly ExperimentKey[]): void {
  void import('./track-exposure.ts').then(
    ({ trackExposure }) => trackExposure(keys),
    () => undefined,
  );
}

/** The same, for a part of a page as long as it stands there. */
export function useExposure(...keys: readonly ExperimentKey[]): void {
  const list = keys.join(' ');
  useEffect(() => reportExposure(list.split(' ') as ExperimentKey[]), [list]);
}
