import type { FastifyInstance } from 'fastify';

/** Apple reads it when the domain is registered and occasionally afterwards: without it Apple Pay opens no sheet. */
export function appleDomainRoute(app: FastifyInstance, association: string | undefined): void {
  if (association === undefined) return;
  app.get('/.well-known/apple-developer-merchantid-domain-association', { logLevel: 'silent' }, (_request, reply) =>
    reply.type('text/plain').send(association),
  );
}
