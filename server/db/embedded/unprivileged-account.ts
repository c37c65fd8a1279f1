import { spawnSync } from 'node:child_process';
import { DatabaseUnavailable } from './database-unavailable.ts';

/** Numeric ids of the account PostgreSQL runs under. */
export type Account = { uid: number; gid: number };

const accountName = 'postgres';

/**
 * PostgreSQL refuses to run as root. Nothing for an ordinary user; as root the ids of `postgres`, made when it is
 * missing. The account must exist by name: initdb looks its own user up.
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
    message: `PostgreSQL does not run as root and no user "${accountName}" could be made: start as an ordinary user, or set DATABASE_URL.`,
  });
}

/** Debian, Red Hat and most others; then Alpine. */
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
