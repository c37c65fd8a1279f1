/**
 * A measurement and the floor it is compared with, taken in the same run on the same machine, so that a slow machine
 * does not change the verdict.
 */
export type Measurement = {
  name: string;
  ours: number;
  floor: number;
  unit: string;
  /** The limit for the ratio ours/floor. */
  bar: { atMost: number } | { atLeast: number };
};

/** Prints one line per measurement; returns whether every bar holds. */
export function report(measurements: readonly Measurement[]): boolean {
  const verdicts = measurements.map(({ name, ours, floor, unit, bar }) => {
    const ratio = ours / floor;
    const [holds, wanted] =
      'atMost' in bar
        ? [ratio <= bar.atMost, `at most ${bar.atMost}`]
        : [ratio >= bar.atLeast, `at least ${bar.atLeast}`];
    const figures = `${Math.round(ours).toLocaleString('en')} ${unit} against ${Math.round(floor).toLocaleString('en')}`;
    console.log(`${holds ? 'ok    ' : 'FAILED'}  ${name}: ${ratio.toFixed(2)}× (${wanted}), ${figures}`);
    return holds;
  });
  return verdicts.length > 0 && verdicts.every(Boolean);
}
