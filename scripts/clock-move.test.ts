import { expect, test } from 'vitest';
import { parseClockMove } from './clock-move.ts';

test.each([
  ['+30d', 30],
  ['30d', 30],
  ['+2w', 14],
  ['+1y', 365],
  ['+0d', null],
  ['-3d', null],
  ['+9y', null],
  ['tomorrow', null],
])('%s is %s days', (typed, days) => {
  expect(parseClockMove(typed)).toBe(days);
});
