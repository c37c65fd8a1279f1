import type pg from 'pg';

/** Refuses writes, being shut down, starting up, gone (PostgreSQL's codes, then the system's). */
const lostCodes = /^(?:25006|57P0[123]|08\w{3}|ECONNRESET|EPIPE|ETIMEDOUT)$/;

/**
 * A connection that met this error is of no use any more: its database is no longer the one to write to, or it is gone.
 */
export function losesConnection(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    (typeof code === 'string' && lostCodes.test(code)) ||
    (typeof message === 'string' && message.startsWith('Connection terminated'))
  );
}

/**
 * Throws connections away that met such an error, once they are given back. After a failover the old primary may live
 * on as a standby: kept connections to it would refuse each write until somebody restarts the process. One that has not
 * answered for `silentMs` is closed at once, and what waits for it fails: a machine that lost its power says nothing.
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
  // The pool does not keep what is ending.
  pool.on('release', (_error, client) => {
    if (lost.has(client)) end(client);
  });
}

function end(client: pg.PoolClient): void {
  void (client as pg.PoolClient & pg.Client).end().catch(() => undefined);
}
