import {
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  Kysely,
  type KyselyPlugin,
  PostgresDriver,
  type PostgresPool,
} from 'kysely';

/**
 * Within a transaction Kysely sends a statement only when the one before it is answered. Here each is sent at once, and
 * the connection answers them in their order (decision 0088).
 */
class PipeliningExecutor extends DefaultQueryExecutor {
  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    let connection: Promise<DatabaseConnection> | null = null;
    return super.withConnectionProvider({
      provideConnection: async (consumer) => {
        connection ??= provider.provideConnection((provided) => Promise.resolve(provided));
        return consumer(await connection);
      },
    });
  }
}

class ReadyDriver extends PostgresDriver {
  #ready: Promise<void> | null = null;

  override async acquireConnection(): Promise<DatabaseConnection> {
    await (this.#ready ??= this.init());
    return super.acquireConnection();
  }
}

type Options = { pool: PostgresPool; dialect: Dialect; plugins: KyselyPlugin[] };

/** A database whose transactions send statements without waiting for earlier ones. */
export function createPipelining<Tables>({ pool, dialect, plugins }: Options): Kysely<Tables> {
  const driver = new ReadyDriver({ pool });
  const connections = new DefaultConnectionProvider(driver);
  const executor = new PipeliningExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), connections, plugins);
  return new Kysely<Tables>({ config: { dialect, plugins }, dialect, driver, executor });
}
