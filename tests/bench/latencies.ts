import type { CallName } from './sign-up-driver.ts';

export type Latencies = Map<CallName, number[]>;

/** The value below which this share (0 to 1) of the values lies; NaN if there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function printLatencies(latencies: Latencies): void {
  for (const [name, values] of latencies) {
    const [middle, most] = [percentile(values, 0.5), percentile(values, 0.99)];
    console.log(
      `          ${name.padEnd(12)} p50 ${middle.toFixed(0).padStart(5)} ms   p99 ${most.toFixed(0).padStart(5)} ms`,
    );
  }
}
