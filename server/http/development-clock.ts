import type { FastifyInstance } from 'fastify';
import { moveClock, readClock } from '#contract/api/development.ts';
import { passTime, type TimeMachine, viewClock } from '../account/pass-time.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { bind } from './bind.ts';

export type DevelopmentClockDependencies = { db: Db; clock: Clock; timeMachine: TimeMachine | null };

/** The movable clock. Without a time machine, wherever real money is taken, these addresses do not exist. */
export function developmentClockRoutes(
  app: FastifyInstance,
  { db, clock, timeMachine }: DevelopmentClockDependencies,
): void {
  if (timeMachine === null) return;
  bind(app, readClock, () => viewClock({ db, clock }));
  bind(app, moveClock, async ({ body }) => {
    await passTime({ db, clock, timeMachine }, { count: body.days });
    return viewClock({ db, clock });
  });
}
