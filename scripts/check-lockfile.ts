import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { missingPlatforms, type LockedPackages } from './lockfile/missing-platforms.ts';
import { type LockedSource, type Manifest, supplyChainFaults } from './lockfile/supply-chain.ts';

/** `--mend` writes what is missing: name and exact version as the package that needs it states them. */
const file = path.resolve(import.meta.dirname, '../package-lock.json');
const lockfile = JSON.parse(readFileSync(file, 'utf8')) as { packages: LockedPackages & Record<string, LockedSource> };
const manifest = JSON.parse(readFileSync(path.resolve(file, '../package.json'), 'utf8')) as Manifest;
const faults = supplyChainFaults({ manifest, packages: lockfile.packages });
const missing = missingPlatforms(lockfile.packages);

if (missing.length > 0 && process.argv.includes('--mend')) {
  for (const { name, locked } of missing) lockfile.packages[`node_modules/${name}`] = locked;
  const inOrder = Object.entries(lockfile.packages).sort(([one], [other]) => one.localeCompare(other, 'en'));
  writeFileSync(file, `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(inOrder) }, null, 2)}\n`);
  console.log(`${missing.length} builds for other platforms were added`);
} else if (missing.length > 0) {
  console.error(`package-lock.json lacks ${missing.map(({ name }) => name).join(', ')}`);
  console.error('"npm ci" would refuse to install. Run "node scripts/check-lockfile.ts --mend".');
  process.exit(1);
} else if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
} else {
  console.log(`${Object.keys(lockfile.packages).length} packages, for every platform they are made for`);
}
