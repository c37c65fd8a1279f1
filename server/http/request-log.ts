import type { FastifyInstance } from 'fastify';

/**
 * One line for each request: its id, the route's pattern and the outcome. Never a URL, query, header or body: they
 * contain personal data.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { url: route, logLevel } = request.routeOptions;
    if (logLevel === 'silent') return;
    request.log.info(
      { method: request.method, route: route ?? 'none', status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
  });
}
