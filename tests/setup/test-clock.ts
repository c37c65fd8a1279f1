import type { Clock } from '#server/clock.ts';

export type TestClock = Clock & { set: (to: Date) => void; advance: (milliseconds: number) => void };

/** A clock that its test moves. */
export function testClock(): TestClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    set: (to) => {
      aheadMs = to.getTime() - Date.now();
    },
    advance: (milliseconds) => {
      aheadMs += milliseconds;
    },
  };
}
