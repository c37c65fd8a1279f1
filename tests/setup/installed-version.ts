import { readFileSync } from 'node:fs';
import path from 'node:path';

const modules = path.resolve(import.meta.dirname, '../../node_modules');

/** The installed release of a package, whether or not it exports its manifest. */
export function installedVersion(name: string): string {
  const manifest = readFileSync(path.join(modules, name, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
