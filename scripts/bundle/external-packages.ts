import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Packages that the bundled server loads from node_modules: native code, packages that read files next to their own,
 * and the OpenID provider, which few installations need. They load their own dependencies, so a package that our code
 * uses too would be loaded twice.
 */
export const externalPackages = [
  '@node-rs/argon2',
  '@node-rs/bcrypt',
  'pdfkit',
  '@fastify/swagger-ui',
  '@fastify/static',
  'oidc-provider',
];

export type LockedPackages = Record<
  string,
  { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> }
>;

/**
 * Paths of these packages and their dependencies, as in package-lock.json (`node_modules/pdfkit`). Builds for other
 * platforms, which are not installed, are left out.
 */
export function externalPackagePaths({ root, packages }: { root: string; packages: LockedPackages }): string[] {
  const places = new Set<string>();
  const add = (name: string, neededBy: string) => {
    const place = placeOf(name, neededBy, packages);
    if (place === null || places.has(place) || !existsSync(path.join(root, place))) return;
    places.add(place);
    const { dependencies, optionalDependencies } = packages[place] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed, place);
  };
  for (const name of externalPackages) add(name, '');
  return [...places];
}

/** Resolved as by Node: in the folder of the package that needs it, then in each folder above. */
function placeOf(name: string, neededBy: string, packages: LockedPackages): string | null {
  const place = `${neededBy === '' ? '' : `${neededBy}/`}node_modules/${name}`;
  if (place in packages) return place;
  if (neededBy === '') return null;
  const above = neededBy.lastIndexOf('node_modules/');
  return placeOf(name, neededBy.slice(0, Math.max(0, above - 1)), packages);
}
