import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { callers } from '#contract/api/callers.ts';
import type { RouteRules, Schema } from '#contract/api/route.ts';
import { problemsOf } from '#contract/api/route-problems.ts';
import { brand } from '#contract/brand.ts';
import type { ProblemCode } from '#contract/error-codes.ts';
import { envelopeOf, eventTypes } from '#contract/events/events.ts';
import { problem } from '#contract/problem.ts';
import { problems } from './problems.ts';
import { ruleAll } from './route-rules.ts';
import { sessionCookie } from './signed-in.ts';
import { staffCookie } from './staff-signed-in.ts';

/** The browsable page runs only its own files. */
const docsPolicy = Object.entries({
  'default-src': "'none'",
  'script-src': "'self'",
  // The hash of the one style element that the page's library writes; a release with another one fails a test.
  'style-src': "'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
})
  .map(([directive, sources]) => `${directive} ${sources}`)
  .join('; ');

/** Some problems carry more than this: the current quote, or when to retry. */
const problemSchema = z.toJSONSchema(problem, { io: 'input' });

/** How a caller may authenticate, under the names in `callers`. */
const securitySchemes = (secureCookies: boolean) =>
  ({
    'x-registration-key': { type: 'apiKey', in: 'header', name: 'x-registration-key' },
    'x-invite-token': { type: 'apiKey', in: 'header', name: 'x-invite-token' },
    'x-renewal-token': { type: 'apiKey', in: 'header', name: 'x-renewal-token' },
    authorization: { type: 'http', scheme: 'bearer' },
    session: { type: 'apiKey', in: 'cookie', name: sessionCookie({ secureCookies }).name },
    'staff-session': { type: 'apiKey', in: 'cookie', name: staffCookie({ secureCookies }).name },
    service: {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: '/oidc/token', scopes: { entitlements: 'What people may use' } } },
    },
  }) as const;

type Documented = RouteRules & { body?: Schema };

/** The webhooks that other systems receive, each type with its own schema. */
const webhooks = Object.fromEntries(
  eventTypes.map((type) => [
    type,
    {
      post: {
        summary: `${type}, signed after Standard Webhooks`,
        requestBody: {
          required: true,
          content: { 'application/cloudevents+json': { schema: z.toJSONSchema(envelopeOf(type)) as object } },
        },
        responses: { '2XX': { description: 'Taken. Anything else is sent again, for three days' } },
      },
    },
  ]),
);

/** A possible duplicate is reported as VALIDATION too, with the status of a conflict. */
const confirmsDuplicates = ({ body }: Documented) =>
  body instanceof z.ZodMiniObject && Object.keys(body.shape).some((name) => /duplicateConfirmed$/i.test(name));

/** The responses that are not 2xx, by status, each with its codes. */
function refusalsOf(rules: Documented) {
  const byStatus: Record<number, ProblemCode[]> = confirmsDuplicates(rules) ? { 409: ['VALIDATION'] } : {};
  for (const code of problemsOf(rules)) (byStatus[problems[code].status] ??= []).push(code);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: {
          'application/json': {
            schema: {
              allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
            },
          },
        },
      },
    ]),
  );
}

/** Who may call and what is refused, from the route's row. */
function withRules<Described extends { schema?: unknown }>(described: Described, rules: RouteRules | undefined) {
  const schema = described.schema as { hide?: boolean; response?: object } | undefined;
  if (!rules || !schema || schema.hide) return described;
  const { proof, who, ...caller } = callers[rules.caller];
  return {
    ...described,
    schema: {
      ...schema,
      description: `${who}.`,
      security: proof === null ? [] : [{ [proof]: 'scope' in caller ? [caller.scope] : [] }],
      response: { ...schema.response, ...refusalsOf(rules) },
    },
  };
}

/** OpenAPI from the contract's own schemas, as JSON and to browse. */
export async function apiDocs(app: FastifyInstance, { secureCookies }: { secureCookies: boolean }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${brand.name} API`,
        version: '1.0.0',
        description:
          'Sign-up, checkout and account calls. Amounts are integer US cents. Every answer that is not 2xx is a problem: `{ code, status, message, validationErrors: [{ field, text, code }], requestId }`.',
      },
      webhooks,
      components: {
        securitySchemes: securitySchemes(secureCookies),
        schemas: { Problem: problemSchema as object },
      },
    },
    transform: (document) => withRules(jsonSchemaTransform(document), document.route.config?.rules),
  });
  await app.register(async (docs) => {
    ruleAll(docs, { caller: 'anyone', limits: ['read'] });
    // Served under the API's prefix, with or without a trailing slash. Rendering all calls at once blocks a browser for
    // seconds, so the areas are collapsed.
    const uiConfig = { docExpansion: 'none' } as const;
    await docs.register(swaggerUi, { routePrefix: '/docs', indexPrefix: app.prefix, staticCSP: docsPolicy, uiConfig });
    docs.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
  });
}
