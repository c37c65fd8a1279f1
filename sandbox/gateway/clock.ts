/**
 * The sandbox's time: the machine's, plus an offset that tests and people set so that nonces expire and sales settle.
 */
export type Clock = { now(): Date; offsetMs(): number; setOffset(offsetMs: number): void };

export function createClock(): Clock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    offsetMs: () => offset,
    setOffset: (offsetMs) => {
      offset = offsetMs;
    },
  };
}
