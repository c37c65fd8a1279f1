import { expect, test } from 'vitest';
import { keySetAt, needsKey } from './signing-key-life.ts';

const day = (count: number) => new Date(Date.UTC(2026, 0, 1 + count));
const idsAt = (created: number[], at: number) => {
  const keys = created.map((count) => ({ id: `of day ${count}`, createdAt: day(count) }));
  const { current, published, retired } = keySetAt(keys, day(at));
  return { signs: current?.id, published: published.map(({ id }) => id), retired: retired.map(({ id }) => id) };
};

test.each([
  ['the first key signs at once', [0], 0, { signs: 'of day 0', published: ['of day 0'], retired: [] }],
  [
    'a new key is published before it signs',
    [0, 90],
    90,
    { signs: 'of day 0', published: ['of day 0', 'of day 90'], retired: [] },
  ],
  [
    'the old one still verifies when the new one signs',
    [0, 90],
    91,
    { signs: 'of day 90', published: ['of day 90', 'of day 0'], retired: [] },
  ],
  [
    'and is removed when nothing that it signed is still valid',
    [0, 90],
    92,
    { signs: 'of day 90', published: ['of day 90'], retired: ['of day 0'] },
  ],
])('%s', (_title, created, at, expected) => {
  expect(idsAt(created, at)).toEqual(expected);
});

test('the next key is created after ninety days', () => {
  expect(needsKey([], day(0))).toBe(true);
  expect(needsKey([{ id: 'one', createdAt: day(0) }], day(89))).toBe(false);
  expect(needsKey([{ id: 'one', createdAt: day(0) }], day(90))).toBe(true);
});
