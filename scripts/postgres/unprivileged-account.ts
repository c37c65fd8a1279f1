import { spawnSync } from 'node:child_process';
import { DatabaseUnavailable } from './database-unavailable.ts';

/** Numeric ids of the account PostgreSQL runs under. */
export type Account = { uid: number; gid: number };

const accountName = 'postgres';

/**
 * The account for PostgreSQL, which refuses to run as root: for root the account `postgres`, created if missing;
 * undefined for an ordinary user. It must exist by name, because initdb looks it up. Throws DatabaseUnavailable.
 */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const known = lookUp();
  if (known) return known;
  const isCreated = creators.some(
    ([command, ...options]) => spawnSync(command, options, { stdio: 'ignore' }).status === 0,
  );
  const created = isCreated ? lookUp() : undefined;
  if (created) return created;
  throw new DatabaseUnavailable({
    problem: 'no-account',
    message: `PostgreSQL does not run as root, and the user "${accountName}" could not be created: start as an ordinary user, or set DATABASE_URL.`,
  });
}

/** `useradd` of Debian, Red Hat and most others; `adduser` of Alpine. */
const creators: [string, ...string[]][] = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', accountName],
  ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin', accountName],
];

function lookUp(): Account | undefined {
  const [uid, gid] = [numberFrom('-u'), numberFrom('-g')];
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

function numberFrom(option: string): number | undefined {
  const { status, stdout } = spawnSync('id', [option, accountName], { encoding: 'utf8' });
  return status === 0 ? Number(stdout.trim()) : undefined;
}
