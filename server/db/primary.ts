import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** The scheme with role and password, the hosts, the rest. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s;

/** One URL for each host of a database URL: `postgres://user@one:5432,two:5432/name` has two. */
export function addressesOf(databaseUrl: string): [string, ...string[]] {
  const [, before = '', hosts = '', after = ''] = parts.exec(databaseUrl) ?? [];
  const [first, ...others] = hosts.split(',').map((host) => `${before}${host}${after}`);
  return first === undefined || others.length === 0 ? [databaseUrl] : [first, ...others];
}

const attributes = /[?&]target_session_attrs=([^&]*)/;

/** Why the site cannot use a database URL, or null: it writes, so that only hosts that accept writes will do. */
export function addressProblem(databaseUrl: string): string | null {
  const [, asked = 'read-write'] = attributes.exec(databaseUrl) ?? [];
  if (!['read-write', 'primary'].includes(asked)) return 'target_session_attrs must be read-write or primary';
  return addressesOf(databaseUrl).every((address) => URL.canParse(address)) ? null : 'a host is invalid';
}

type HostState = { host: string; port: number; timeline: string | null };

/** How long a host may take to report its state, and how long the others may take once one accepts writes. */
const probeTimeoutMs = 2_000;
const othersTimeoutMs = 300;
/** Connections opened within this time share one probe. */
const knownForMs = 1_000;

/** Null if nothing can be written. Two hosts that accept writes differ by timeline: a promotion starts a new one. */
const hostStateQuery = `select case when current_setting('transaction_read_only') = 'off' and not pg_is_in_recovery()
  then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

async function probe(address: string): Promise<HostState> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'evenkeel-primary',
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(hostStateQuery);
    return { host: client.host, port: client.port, timeline: rows[0]?.timeline ?? null };
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** The request can be retried: `25006` if a host answered, `ECONNREFUSED` if none did. */
class NoPrimary extends Error {
  readonly code: string;
  constructor(code: '25006' | 'ECONNREFUSED') {
    super('No host in DATABASE_URL accepts writes');
    this.code = code;
  }
}

/** Probes every host and returns the primary. Throws NoPrimary. */
async function findPrimary(addresses: readonly string[]): Promise<HostState> {
  const answers: HostState[] = [];
  const probes = addresses.map(async (address) => {
    const answer = await probe(address);
    answers.push(answer);
    if (answer.timeline === null) throw new NoPrimary('25006');
  });
  const oneAnd = Promise.any(probes).then(
    () => wait(othersTimeoutMs),
    () => undefined,
  );
  await Promise.race([Promise.allSettled(probes), oneAnd]);
  const [primary] = answers
    .filter(({ timeline }) => timeline !== null)
    .toSorted((left, right) => (right.timeline ?? '').localeCompare(left.timeline ?? ''));
  if (!primary) throw new NoPrimary(answers.length > 0 ? '25006' : 'ECONNREFUSED');
  return primary;
}

type Connected = (error: Error | null, client: pg.Client) => void;

/**
 * The connection class for a database with several hosts: each connection goes to the host that accepts writes at that
 * moment. The driver supports one host only.
 */
export function clientOfPrimary(addresses: readonly string[]): typeof pg.Client {
  let known: { at: number; primary: Promise<HostState> } | null = null;
  const primaryNow = () => {
    if (!known || Date.now() - known.at > knownForMs) known = { at: Date.now(), primary: findPrimary(addresses) };
    return known.primary;
  };
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      // Nothing else listens until the pool has the connection, and an unhandled error event would end the process.
      this.on('error', () => undefined);
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      if (!callback)
        return new Promise((resolve, reject) => this.connect((error) => (error ? reject(error) : resolve(this))));
      const connectTo = ({ host, port }: HostState) => {
        Object.assign(this, { host, port });
        super.connect((error: Error | null) => {
          if (error) known = null;
          callback(error, this);
        });
      };
      primaryNow().then(connectTo, (error: Error) => {
        known = null;
        callback(error, this);
      });
      return undefined;
    }
  };
}
