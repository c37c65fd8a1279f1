import { onTestFailed } from 'vitest';

/**
 * The seed of a random test: the environment variable's, or another each time. Whatever the test fails with, also if
 * its time is over, begins with it.
 */
export function seedOf(variable: string): number {
  const seed = Number(process.env[variable] ?? Date.now() % 1_000_000_000);
  onTestFailed(({ task }) => {
    // Those of an earlier try are still among them.
    for (const error of task.result?.errors ?? [])
      if (!error.message.startsWith(`${variable}=`)) error.message = `${variable}=${seed}: ${error.message}`;
  });
  return seed;
}
