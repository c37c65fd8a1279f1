import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import { schemaState } from '../../db/schema-state.ts';

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve requests; not while it is shutting down, or if its database
 * is unreachable, has an outdated schema or refuses writes. A newer schema is served, and reported.
 */
export function healthRoutes(app: FastifyInstance, { db, isStopping }: { db: Db; isStopping: () => boolean }): void {
  // While shutting down, connections are closed, because a kept-alive one would send its next request into the
  // shutdown.
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping()) reply.header('connection', 'close');
  });
  app.get('/healthz', { logLevel: 'silent' }, () => ({ status: 'alive' }));
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping' });
    const schema = await schemaState(db).catch(() => null);
    if (schema?.state === 'behind')
      return reply.code(503).send({ status: 'database behind', missingMigrations: schema.missing });
    // Changes nothing, and fails where nothing can be changed: on a standby, or in a read-only database.
    const failure = await sql`delete from rate_limits where false`.execute(db).then(
      () => null,
      (error: { code?: string }) => (error.code === '25006' ? 'database refuses writes' : 'no database'),
    );
    const status = schema?.state === 'ahead' ? 'ready, database ahead' : 'ready';
    return reply.code(failure === null ? 200 : 503).send({ status: failure ?? status });
  });
}
