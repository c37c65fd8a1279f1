import { expect, test } from 'vitest';
import { newId } from './new-id.ts';

test('ids are UUIDs of version 7, and those of one millisecond stay in order', () => {
  const at = new Date('2026-11-21T10:00:00Z');
  const ids = Array.from({ length: 500 }, () => newId(at));
  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(
    true,
  );
  expect(ids.toSorted()).toEqual(ids);
  expect(newId(new Date(at.getTime() + 1)) > (ids.at(-1) ?? '')).toBe(true);
});
