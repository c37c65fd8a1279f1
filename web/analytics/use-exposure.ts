import { useEffect } from 'react';
import type { ExperimentKey } from '#contract/sign-up/experiments.ts';

/** Counts an opened page. The counting code loads after the page; if it cannot load, nothing is counted. */
export function countPage(path: string): void {
  void import('./track.ts').then(
    ({ trackPage }) => trackPage(path),
    () => undefined,
  );
}

/** Reports an exposure to each of these experiments. */
export function reportExposure(keys: readonly ExperimentKey[]): void {
  void import('./track-exposure.ts').then(
    ({ trackExposure }) => trackExposure(keys),
    () => undefined,
  );
}

/** The same for a part of a page, each time it is mounted. */
export function useExposure(...keys: readonly ExperimentKey[]): void {
  const list = keys.join(' ');
  useEffect(() => reportExposure(list.split(' ') as ExperimentKey[]), [list]);
}
