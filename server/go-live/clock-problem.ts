import { seconds } from '../clock.ts';
import type { Found } from './check.ts';

/** Codes of authenticator apps and signatures of requests bear less than half a minute. */
const toleranceMs = seconds(10);

type Instants = { machine: number; database: number; outside: number };

export function clockProblem({ machine, database, outside }: Instants): Found<'machine' | 'database'> {
  const away = (instant: number) => Math.abs(instant - outside);
  const told = (instant: number) => `${Math.round((instant - outside) / 1_000)} seconds off`;
  if (away(machine) > toleranceMs) return { cause: 'machine', detail: told(machine) };
  return away(database) > toleranceMs ? { cause: 'database', detail: told(database) } : null;
}
