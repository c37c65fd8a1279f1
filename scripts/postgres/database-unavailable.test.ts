import { expect, test } from 'vitest';
import { asDiskProblem, DatabaseUnavailable } from './database-unavailable.ts';

test.each([
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'disk-full'],
  ['EROFS', 'disk-read-only'],
  ['EACCES', 'no-permission'],
  ['EPERM', 'no-permission'],
  ['ENOTDIR', 'no-permission'],
])('%s becomes one line that names the folder', (code, problem) => {
  const line = asDiskProblem(Object.assign(new Error('system text'), { code }), '/srv/data');
  expect(line).toBeInstanceOf(DatabaseUnavailable);
  expect(line).toMatchObject({
    problem,
    message: expect.stringMatching(/^The database cannot use \/srv\/data: [^\n]+\.$/),
  });
});

test('an error that is not about the disk is returned unchanged', () => {
  const fault = new TypeError('ours');
  expect(asDiskProblem(fault, '/srv/data')).toBe(fault);
});
