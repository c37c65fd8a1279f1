import type { FastifyInstance } from 'fastify';
import { moveClock, readClock } from '#contract/api/development.ts';
import { bind } from '../http/bind.ts';
import { type PassTimeDependencies, passTime, viewClock } from './pass-time.ts';

export function clockRoutes(app: FastifyInstance, dependencies: PassTimeDependencies): void {
  bind(app, readClock, () => viewClock(dependencies));
  bind(app, moveClock, async ({ body }) => {
    await passTime(dependencies, { count: body.days });
    return viewClock(dependencies);
  });
}
