import { expect, test } from 'vitest';
import { missingPlatforms } from './missing-platforms.ts';

const tool = {
  version: '2.0.0',
  dev: true,
  optionalDependencies: { '@tool/linux-x64-gnu': '2.0.0', '@tool/darwin-arm64': '2.0.0' },
};

test('a platform build that a package names and the lockfile lacks is reported, with its exact version and platform', () => {
  const packages = { '': {}, 'node_modules/tool': tool, 'node_modules/@tool/linux-x64-gnu': { version: '2.0.0' } };
  expect(missingPlatforms(packages)).toEqual([
    {
      name: '@tool/darwin-arm64',
      locked: { version: '2.0.0', cpu: ['arm64'], dev: true, optional: true, os: ['darwin'] },
    },
  ]);
});

test('builds beside the package or in a parent folder count as present', () => {
  const packages = {
    '': {},
    'node_modules/outer/node_modules/tool': tool,
    'node_modules/outer/node_modules/@tool/linux-x64-gnu': { version: '2.0.0' },
    'node_modules/@tool/darwin-arm64': { version: '2.0.0' },
  };
  expect(missingPlatforms(packages)).toEqual([]);
});
