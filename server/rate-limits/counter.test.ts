import { expect, test } from 'vitest';
import { memoryCounter } from './counter.ts';

test('in-memory counts expire, and are then removed from memory', async () => {
  let now = 1_000;
  const counter = memoryCounter(() => now);
  const add = (key: string) => counter.add({ key, points: 1, expire: now + 100 });
  expect([await add('a'), await add('a')]).toEqual([
    { points: 1, expire: 1_100 },
    { points: 2, expire: 1_100 },
  ]);
  now = 1_100;
  expect(await counter.read('a')).toBeNull();
  expect(await add('a')).toEqual({ points: 1, expire: 1_200 });
  await counter.put({ key: 'a', points: 9, expire: 1_500 });
  for (let count = 0; count < 20_000; count++) await add(`other ${count}`);
  now = 1_499;
  for (let count = 0; count < 20_000; count++) await add(`later ${count}`);
  expect(await counter.read('a')).toEqual({ points: 9, expire: 1_500 });
  await counter.clear('a');
  expect(await counter.read('a')).toBeNull();
});
