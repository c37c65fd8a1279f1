import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** `/healthz`: the process lives. `/readyz`: it may be given requests; not once it is shutting down or cannot reach its database. */
export function healthRoutes(app: FastifyInstance, { db, isStopping }: { db: Db; isStopping: () => boolean }): void {
  // A kept connection would bring its next call just when it is closed: whoever holds one is told to let it go.
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping()) reply.header('connection', 'close');
  });
  app.get('/healthz', { logLevel: 'silent' }, () => ({ status: 'alive' }));
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping' });
    const reachable = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
    return reply.code(reachable ? 200 : 503).send({ status: reachable ? 'ready' : 'no database' });
  });
}
