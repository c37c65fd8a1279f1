import type { FastifyPluginAsync } from 'fastify';
import { serveBrowserFiles } from '../browser-scripts.ts';
import { fieldNames } from './browser/protocol.ts';

type FieldRequest = { Params: { field: string }; Querystring: { origin?: string } };

/** Nothing inline, nothing from elsewhere; only the page the field was made for may frame it. */
function policyFor(origin: string): string {
  return [
    "default-src 'none'",
    'img-src data:',
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${origin}`,
  ].join('; ');
}

function fieldPage({ field, origin }: { field: string; origin: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="format-detection" content="telephone=no">
<title>Card field</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/card-fields/style.css">
<script type="module" src="/card-fields/scripts/start-field.ts"></script>
</head>
<body data-field="${field}" data-page-origin="${origin}"></body>
</html>`;
}

/**
 * Card fields in frames of the gateway's own origin, at `/card-fields/:field?origin=`. `appOrigins` are the origins
 * that may frame them. What is typed leaves a frame only for this origin's tokenisation.
 */
export const cardFields: FastifyPluginAsync<{ appOrigins: readonly string[] }> = async (app, { appOrigins }) => {
  await serveBrowserFiles({
    app,
    prefix: '/card-fields',
    folder: new URL('browser/', import.meta.url),
    styleSheet: new URL('card-field.css', import.meta.url),
  });

  app.get<FieldRequest>('/card-fields/:field', (request, reply) => {
    const field = fieldNames.find((name) => name === request.params.field);
    if (!field) return reply.code(404).send({ code: 'not_found' });
    const origin = appOrigins.find((allowed) => allowed === request.query.origin);
    if (!origin)
      return reply
        .code(403)
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
        .send({ code: 'origin_not_allowed' });
    return reply
      .headers({
        'content-security-policy': policyFor(origin),
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .type('text/html; charset=utf-8')
      .send(fieldPage({ field, origin }));
  });
};
