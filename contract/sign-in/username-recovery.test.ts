import { expect, test } from 'vitest';
import {
  nextRecoveryState,
  type RecoveryEvent,
  type RecoveryState,
  recoveryEvents,
  recoveryStates,
  recoveryTransitions,
} from './username-recovery.ts';

const moves: [RecoveryState, RecoveryEvent, RecoveryState][] = [
  ['INITIAL', 'MAIL_SENT', 'SUCCESS'],
  ['INITIAL', 'CODE_SENT', 'CODE'],
  ['INITIAL', 'FAILED', 'FAILURE'],
  ['CODE', 'CODE_SENT', 'CODE'],
  ['CODE', 'CODE_WRONG', 'CODE'],
  ['CODE', 'CODE_DEAD', 'FAILURE'],
  ['CODE', 'ONE_ACCOUNT', 'SUCCESS'],
  ['CODE', 'SEVERAL_ACCOUNTS', 'MULTIPLE'],
  ['CODE', 'FAILED', 'FAILURE'],
  ['CODE', 'START_AGAIN', 'INITIAL'],
  ['MULTIPLE', 'ACCOUNT_CHOSEN', 'SUCCESS'],
  ['MULTIPLE', 'FAILED', 'FAILURE'],
  ['MULTIPLE', 'START_AGAIN', 'INITIAL'],
  ['SUCCESS', 'START_AGAIN', 'INITIAL'],
  ['FAILURE', 'START_AGAIN', 'INITIAL'],
];

test.each(moves)('4.7-2: from %s, %s leads to %s', (state, event, next) => {
  expect(nextRecoveryState(state, event)).toBe(next);
});

test('every other event leaves each state unchanged', () => {
  const listed = new Set(moves.map(([state, event]) => `${state} ${event}`));
  const others = recoveryStates.flatMap((state) =>
    recoveryEvents
      .filter((event) => !listed.has(`${state} ${event}`))
      .map((event) => ({ state, next: nextRecoveryState(state, event) })),
  );
  expect(others.length).toBe(recoveryStates.length * recoveryEvents.length - moves.length);
  expect(others.filter(({ state, next }) => state !== next)).toEqual([]);
});

test('success requires a mail, a correct code or a choice', () => {
  const ways = recoveryStates.flatMap((state) =>
    Object.entries(recoveryTransitions[state])
      .filter(([, next]) => next === 'SUCCESS')
      .map(([event]) => event),
  );
  expect(ways.toSorted()).toEqual(['ACCOUNT_CHOSEN', 'MAIL_SENT', 'ONE_ACCOUNT']);
});
