/** The part of package.json that the check reads. */
export type Manifest = {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
};
export type LockedSource = { integrity?: string; hasInstallScript?: boolean; optional?: boolean };

const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

type Installed = { manifest: Manifest; packages: Record<string, LockedSource> };

/**
 * What could bring in code that nobody reviewed, in words: floating versions, packages without an integrity hash, and
 * install scripts that `allowScripts` does not name. Builds for other platforms may lack their hash: the machine that
 * wrote the lockfile did not download them.
 */
export function supplyChainFaults({ manifest, packages }: Installed): string[] {
  const { dependencies = {}, devDependencies = {}, allowScripts = {} } = manifest;
  const locked = Object.entries(packages).filter(([place]) => place !== '');
  const withScript = new Set(
    locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameOf(place)),
  );
  return [
    ...Object.entries({ ...dependencies, ...devDependencies })
      .filter(([, version]) => !exact.test(version))
      .map(([name, version]) => `${name} is not pinned (${version}): use an exact version`),
    ...locked
      .filter(([, { integrity, optional }]) => !integrity && !optional)
      .map(([place]) => `${nameOf(place)} has no integrity hash: reinstall it with npm`),
    ...[...withScript]
      .filter((name) => !allowScripts[name])
      .map((name) => `${name} runs an install script: review it, then allow it`),
    ...Object.keys(allowScripts)
      .filter((name) => !withScript.has(name))
      .map((name) => `${name} is allowed to run an install script but has none: remove the permission`),
  ];
}
