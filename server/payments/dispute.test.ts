import { expect, test } from 'vitest';
import type { DisputeState } from '../gateways/payment/port.ts';
import { isNewer, phaseOf } from './dispute.ts';

const states: DisputeState[] = ['OPEN', 'DISPUTED', 'UNDER_REVIEW', 'EXPIRED', 'ACCEPTED', 'LOST', 'WON'];
type Report = readonly [DisputeState, cents: number];
const lives: Report[][] = [
  [
    ['OPEN', 100],
    ['DISPUTED', 100],
    ['UNDER_REVIEW', 100],
    ['WON', 100],
  ],
  [
    ['OPEN', 100],
    ['OPEN', 80],
    ['DISPUTED', 80],
    ['LOST', 60],
  ],
  [
    ['OPEN', 100],
    ['LOST', 100],
    ['LOST', 40],
  ],
  [
    ['OPEN', 100],
    ['EXPIRED', 100],
    ['LOST', 100],
  ],
  [
    ['OPEN', 100],
    ['OPEN', 90],
    ['OPEN', 80],
  ],
  [
    ['OPEN', 100],
    ['ACCEPTED', 100],
  ],
  [
    ['OPEN', 100],
    ['WON', 100],
    ['LOST', 70],
  ],
  [
    ['OPEN', 100],
    ['LOST', 100],
    ['LOST', 90],
    ['WON', 80],
  ],
];

function ordersOf<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((one, index) => ordersOf(list.toSpliced(index, 1)).map((rest) => [one, ...rest]));
}

test('N13: dispute reports lead to the same state and amount in any order and with duplicates', () => {
  for (const life of lives) {
    const reports = life.map(([state, cents], day) => ({ state, cents, stateAt: new Date(2026, 0, day + 1) }));
    for (const order of ordersOf(reports)) {
      const known = [...order, ...order].reduce((before, one) => (isNewer(one, before) ? one : before));
      expect({ order, known }).toEqual({ order, known: reports.at(-1) });
    }
  }
});

test('a retrieval takes no money; a chargeback holds it until it is decided', () => {
  expect(states.map((state) => phaseOf({ kind: 'CHARGEBACK', state }))).toEqual([
    'HELD',
    'HELD',
    'HELD',
    'RETURNED',
    'RETURNED',
    'RETURNED',
    'STANDS',
  ]);
  expect(states.map((state) => phaseOf({ kind: 'RETRIEVAL', state }))).toEqual(states.map(() => 'ASKED'));
});
