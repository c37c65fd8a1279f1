import * as z from 'zod/mini';
import { publicHeaders } from './headers.ts';
import { route } from './route.ts';

/** The movable clock: a year replayed in a minute. These calls do not exist where real money is taken. */
const event = z.object({
  at: z.iso.datetime(),
  kind: z.enum(['CHARGE', 'REFUND', 'MAIL']),
  what: z.string(),
  amount: z.nullable(z.int()),
});
const clockView = z.object({
  now: z.iso.datetime(),
  /** How far it is ahead of the real clock. */
  aheadMs: z.int(),
  /** The latest first, without personal data. */
  events: z.array(event),
});
export type ClockView = z.output<typeof clockView>;

export const readClock = route({
  method: 'GET',
  path: '/v2/development/clock',
  tag: 'Development',
  summary: 'Get the development clock and recent events',
  caller: 'anyone',
  limits: ['read'],
  headers: publicHeaders,
  answer: clockView,
});

export const moveClock = route({
  method: 'POST',
  path: '/v2/development/clock',
  tag: 'Development',
  summary: 'Advance the development clock, stopping on each day on which something is due',
  caller: 'anyone',
  limits: ['read'],
  headers: publicHeaders,
  body: z.object({ days: z.int().check(z.minimum(1), z.maximum(1100)) }),
  answer: clockView,
});
