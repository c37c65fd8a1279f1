import { expect, test } from 'vitest';
import { pagePath } from './page-path.ts';

test('2.12-1: pages are counted without the ids in their paths', () => {
  expect(pagePath('/app/account/receipts/019F0000-0000-7000-8000-000000000401')).toBe('/app/account/receipts/id');
  expect(pagePath('/app/account/restart/019f0000-0000-7000-8000-000000000301')).toBe('/app/account/restart/id');
  expect(pagePath('/app/account/billing')).toBe('/app/account/billing');
});
