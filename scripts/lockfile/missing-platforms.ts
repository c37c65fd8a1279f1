/** A package of package-lock.json, as far as this check reads it. */
export type LockedPackage = {
  version?: string;
  cpu?: string[];
  dev?: boolean;
  libc?: string[];
  optional?: boolean;
  os?: string[];
  optionalDependencies?: Record<string, string>;
};
export type LockedPackages = Record<string, LockedPackage>;
type Platform = { name: string; locked: LockedPackage };

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64', 'arm'];

/**
 * Builds for other platforms that packages name and the lockfile leaves out. npm drops them when it writes the file
 * on a machine that could not look them up, and `npm ci` then refuses on every machine.
 */
export function missingPlatforms(packages: LockedPackages): Platform[] {
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => place !== '' && !isLocked({ packages, place, name }))
      .map(([name, version]) => ({ name, locked: lockedFrom({ name, version, dev: dev ?? false }) })),
  );
}

/** Looks where Node would: next to the package, then in every folder above. */
function isLocked({ packages, place, name }: { packages: LockedPackages; place: string; name: string }): boolean {
  const segments = place.split('/node_modules/');
  const places = segments.map((_, index) => segments.slice(0, segments.length - index).join('/node_modules/'));
  return [...places, ''].some(
    (above) => packages[`${above}${above === '' ? '' : '/'}node_modules/${name}`] !== undefined,
  );
}

function lockedFrom({ name, version, dev }: { name: string; version: string; dev: boolean }): LockedPackage {
  const words = name.split(/[-/]/);
  const cpu = processors.find((processor) => words.includes(processor));
  const os = systems.find((system) => words.includes(system));
  const libc = /musl/.test(name) ? 'musl' : /-gnu/.test(name) ? 'glibc' : undefined;
  return {
    version,
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(dev ? { dev } : {}),
    ...(libc ? { libc: [libc] } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
  };
}
