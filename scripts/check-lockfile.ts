import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type LockedPackages, missingPlatforms } from './lockfile/missing-platforms.ts';
import { type LockedSource, type Manifest, supplyChainFaults } from './lockfile/supply-chain.ts';

const root = path.resolve(import.meta.dirname, '..');
/** The project, and the tools that are installed at the first run of the one command that needs them. */
const folders = [
  '.',
  ...['client-generator', 'code-checks', 'load-generator', 'manifest-schemas', 'page-audit', 'postgres-15'].map(
    (tool) => `tools/${tool}`,
  ),
];

/** `--mend` adds missing entries: name and exact version as the package that needs them states. */
const passed = folders.map((folder) =>
  check({ file: path.join(root, folder, 'package-lock.json'), mend: process.argv.includes('--mend') }),
);
process.exit(passed.every(Boolean) ? 0 : 1);

function check({ file, mend }: { file: string; mend: boolean }): boolean {
  const name = path.relative(root, file);
  const lockfile = JSON.parse(readFileSync(file, 'utf8')) as {
    packages: LockedPackages & Record<string, LockedSource>;
  };
  const manifest = JSON.parse(readFileSync(path.resolve(file, '../package.json'), 'utf8')) as Manifest;
  const faults = supplyChainFaults({ manifest, packages: lockfile.packages });
  const missing = missingPlatforms(lockfile.packages);
  if (missing.length > 0 && mend) {
    for (const { name, locked } of missing) lockfile.packages[`node_modules/${name}`] = locked;
    const inOrder = Object.entries(lockfile.packages).sort(([one], [other]) => one.localeCompare(other, 'en'));
    writeFileSync(file, `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(inOrder) }, null, 2)}\n`);
    console.log(`${name}: added ${missing.length} builds for other platforms`);
    return true;
  }
  if (missing.length > 0) {
    console.error(`${name} lacks ${missing.map((each) => each.name).join(', ')}`);
    console.error('"npm ci" would refuse to install. Run "npx node scripts/check-lockfile.ts --mend".');
    return false;
  }
  for (const fault of faults) console.error(`${name}: ${fault}`);
  if (faults.length === 0)
    console.log(`${name}: ${Object.keys(lockfile.packages).length} packages, complete for every platform they support`);
  return faults.length === 0;
}
