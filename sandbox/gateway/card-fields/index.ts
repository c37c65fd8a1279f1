import type { FastifyPluginAsync } from 'fastify';
import { serveBrowserFiles } from '../browser-scripts.ts';
import { refuseFrame, sendFrame } from '../frames.ts';
import { fieldNames } from './browser/protocol.ts';

type FieldRequest = { Params: { field: string }; Querystring: { origin?: string } };

type Page = { field: string; origin: string; preloads: string };

function fieldPage({ field, origin, preloads }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="format-detection" content="telephone=no">
<title>Card field</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/card-fields/style.css">
${preloads}
<script type="module" src="/card-fields/scripts/start-field.ts"></script>
</head>
<body data-field="${field}" data-page-origin="${origin}"></body>
</html>`;
}

/**
 * Card fields in frames of the gateway's own origin, at `/card-fields/:field?origin=`. `appOrigins` are the origins
 * that may frame them. Input leaves a frame only for this origin's tokenisation.
 */
export const cardFields: FastifyPluginAsync<{ appOrigins: readonly string[] }> = async (app, { appOrigins }) => {
  const preloads = await serveBrowserFiles({
    app,
    prefix: '/card-fields',
    folder: new URL('browser/', import.meta.url),
    styleSheet: new URL('card-field.css', import.meta.url),
  });

  app.get<FieldRequest>('/card-fields/:field', (request, reply) => {
    const field = fieldNames.find((name) => name === request.params.field);
    if (!field) return reply.code(404).send({ code: 'not_found' });
    const origin = appOrigins.find((allowed) => allowed === request.query.origin);
    if (!origin) return refuseFrame(reply);
    return sendFrame(reply, { origin, page: fieldPage({ field, origin, preloads }) });
  });
};
