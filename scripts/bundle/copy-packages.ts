import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { externalPackagePaths, type LockedPackages } from './external-packages.ts';

/**
 * `node scripts/bundle/copy-packages.ts <folder>`: copies the packages that the bundled server loads from node_modules.
 */
const root = path.resolve(import.meta.dirname, '../..');
const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('Missing required argument: the folder to copy to');
  process.exit(1);
}
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: LockedPackages;
};
for (const place of externalPackagePaths({ root, packages })) {
  const from = path.join(root, place);
  const isOfPlace = (file: string) => !path.relative(from, file).split(path.sep).includes('node_modules');
  cpSync(from, path.resolve(root, folder, place), { recursive: true, filter: isOfPlace });
}
