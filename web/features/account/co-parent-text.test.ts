import { expect, test } from 'vitest';
import { coParentText } from './co-parent-text.ts';

test('the text on the co-parent says whether they have joined, not what they do', () => {
  expect(coParentText({ firstName: 'Joe', state: 'JOINED', invite: null })).toBe('Joe has joined.');
  expect(coParentText({ firstName: '', state: 'NO_ACCOUNT', invite: null })).toBe(
    'Your co-parent no longer has an account here. What you shared stays in your records.',
  );
});
