import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { brand } from '#contract/brand.ts';
import { ruleAll } from './route-rules.ts';

/** The browsable page runs its own files alone. */
const docsPolicy = Object.entries({
  'default-src': "'none'",
  'script-src': "'self'",
  // By its hash, the one style element that the page's library writes; a release with another fails a test.
  'style-src': "'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
})
  .map(([directive, sources]) => `${directive} ${sources}`)
  .join('; ');

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
  await app.register(async (docs) => {
    ruleAll(docs, { caller: 'anyone', limits: ['read'] });
    // Its page is asked for below the prefix of the API, with a slash at the end or without.
    await docs.register(swaggerUi, { routePrefix: '/docs', indexPrefix: app.prefix, staticCSP: docsPolicy });
    docs.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
  });
}
