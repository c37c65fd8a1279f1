import { expect, test } from 'vitest';
import type { DisputeState } from '../gateways/payment/port.ts';
import { phaseOf, stateAfter } from './dispute.ts';

const states: DisputeState[] = ['OPEN', 'DISPUTED', 'UNDER_REVIEW', 'EXPIRED', 'ACCEPTED', 'LOST', 'WON'];
const lives: DisputeState[][] = [
  ['OPEN', 'DISPUTED', 'UNDER_REVIEW', 'WON'],
  ['OPEN', 'DISPUTED', 'UNDER_REVIEW', 'LOST'],
  ['OPEN', 'EXPIRED', 'LOST'],
  ['OPEN', 'ACCEPTED'],
  ['OPEN', 'WON', 'LOST'],
  ['OPEN', 'LOST', 'WON'],
];

function ordersOf<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((one, index) => ordersOf(list.toSpliced(index, 1)).map((rest) => [one, ...rest]));
}

test('dispute reports lead to the same state in any order and with duplicates', () => {
  for (const life of lives) {
    const reports = life.map((state, day) => ({ state, stateAt: new Date(2026, 0, day + 1) }));
    for (const order of ordersOf(reports)) {
      const [first = { state: 'OPEN', stateAt: new Date(0) } as const, ...rest] = [...order, ...order];
      expect([order.map(({ state }) => state), rest.reduce(stateAfter, first).state]).toEqual([
        order.map(({ state }) => state),
        life.at(-1),
      ]);
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
