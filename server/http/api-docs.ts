import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { brand } from '#contract/brand.ts';

/** OpenAPI from the contract's own schemas, as JSON and to browse. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${brand.name} API`,
        version: '1.0.0',
        description:
          'Sign-up, checkout and account calls. Amounts are integer US cents. Every answer that is not 2xx is a problem: `{ code, status, message, validationErrors: [{ field, text, code }], requestId }`.',
      },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true, transformStaticCSP: (policy) => policy });
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
