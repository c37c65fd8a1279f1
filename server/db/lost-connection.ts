import type pg from 'pg';

/** Read-only, shutting down, starting up, connection broken (PostgreSQL's codes, then the operating system's). */
const lostCodes = /^(?:25006|57P0[123]|08\w{3}|ECONNRESET|EPIPE|ETIMEDOUT)$/;

/** Whether this error makes a connection useless: its server no longer accepts writes, or is gone. */
export function losesConnection(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    (typeof code === 'string' && lostCodes.test(code)) ||
    (typeof message === 'string' && message.startsWith('Connection terminated'))
  );
}

/**
 * Closes connections with such an error when they are released: after a failover the old primary may continue as a
 * standby, and pooled connections to it would refuse every write until the process restarts. A connection that has not
 * answered for `silentMs` is closed at once and its queries fail, because a machine that lost power sends nothing.
 */
export function discardLostConnections(pool: pg.Pool, { silentMs }: { silentMs: number }): void {
  const lost = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    const originalQuery = client.query.bind(client) as (...parameters: unknown[]) => unknown;
    const watch = () => {
      const silence = setTimeout(() => end(client), silentMs);
      return (error: unknown) => {
        clearTimeout(silence);
        if (error && losesConnection(error)) lost.add(client);
      };
    };
    const watched = (...parameters: unknown[]) => {
      const callback = parameters.at(-1);
      if (typeof callback === 'function') {
        const stopWatching = watch();
        return originalQuery(...parameters.slice(0, -1), (error: unknown, result: unknown) => {
          stopWatching(error);
          (callback as (error: unknown, result: unknown) => void)(error, result);
        });
      }
      const answer = originalQuery(...parameters);
      if (answer instanceof Promise) {
        const stopWatching = watch();
        answer.then(() => stopWatching(null), stopWatching);
      }
      return answer;
    };
    client.query = watched as typeof client.query;
  });
  // The pool does not keep a connection that is closing.
  pool.on('release', (_error, client) => {
    if (lost.has(client)) end(client);
  });
}

function end(client: pg.PoolClient): void {
  void (client as pg.PoolClient & pg.Client).end().catch(() => undefined);
}
