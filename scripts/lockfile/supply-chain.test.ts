import { expect, test } from 'vitest';
import { supplyChainFaults } from './supply-chain.ts';

const sound = {
  manifest: {
    dependencies: { tool: '1.2.3' },
    devDependencies: { other: '2.0.0-beta.17' },
    allowScripts: { tool: true },
  },
  packages: {
    '': {},
    'node_modules/tool': { integrity: 'sha512-a', hasInstallScript: true },
    'node_modules/other': { integrity: 'sha512-b' },
    'node_modules/other/node_modules/deep': { integrity: 'sha512-c' },
    'node_modules/@tool/for-elsewhere': { optional: true },
  },
};

test('exact versions, integrity hashes and permitted scripts pass', () => {
  expect(supplyChainFaults(sound)).toEqual([]);
});

test.each([
  [
    'a version range',
    { manifest: { ...sound.manifest, dependencies: { tool: '^1.2.3' } } },
    'tool is not pinned (^1.2.3)',
  ],
  [
    'a version tag',
    { manifest: { ...sound.manifest, devDependencies: { other: 'latest' } } },
    'other is not pinned (latest)',
  ],
  [
    'a package without an integrity hash',
    { packages: { ...sound.packages, 'node_modules/other/node_modules/deep': {} } },
    'deep has no integrity hash',
  ],
  [
    'an install script that is not allowed',
    { manifest: { ...sound.manifest, allowScripts: {} } },
    'tool runs an install script',
  ],
  [
    'an unused permission',
    { manifest: { ...sound.manifest, allowScripts: { tool: true, other: true } } },
    'other is allowed to run an install script but has none',
  ],
])('%s is reported', (_what, change, found) => {
  const faults = supplyChainFaults({ ...sound, ...change });
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(found);
});
