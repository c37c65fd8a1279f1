import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { clockRoutes } from './clock-routes.ts';
import type { MovableClock } from './pass-time.ts';

/** Every process learns within this time that the clock was moved. */
const refreshMs = 1_000;

type Options = { db: Db; base: Clock; onError: (error: unknown) => void };

/** Ahead of `base` by as much as the database says. Only where no real money can move. */
export async function openMovableClock({ db, base, onError }: Options) {
  let aheadMs = 0;
  const refresh = async () => {
    ({ aheadMs } = await db.selectFrom('clockOffset').select('aheadMs').executeTakeFirstOrThrow());
  };
  await refresh().catch(onError);
  const timer = setInterval(() => refresh().catch(onError), refreshMs);
  timer.unref();
  const clock: MovableClock = { now: () => new Date(base.now().getTime() + aheadMs), refresh };
  return {
    clock,
    routes: (app: FastifyInstance) => clockRoutes(app, { db, clock }),
    stop: () => clearInterval(timer),
  };
}
