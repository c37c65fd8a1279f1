import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import * as z from 'zod';
import { detailsOf, findPlaces, placeById, predictionOf } from './places.ts';

/** Google's Places API (New): `POST v1/places:autocomplete` and `GET v1/places/{id}`, with its error bodies. */
const autocompleteRequest = z.object({
  input: z.string().min(1),
  includedRegionCodes: z.array(z.string().length(2)).max(15).default([]),
  includedPrimaryTypes: z.array(z.string()).max(5).default([]),
  languageCode: z.string().optional(),
  sessionToken: z
    .string()
    .regex(/^[\w-]{1,36}$/)
    .optional(),
});

const googleStatuses = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
} as const;
type ErrorStatus = keyof typeof googleStatuses;

function sendError(reply: FastifyReply, code: ErrorStatus, message: string): FastifyReply {
  return reply.code(code).send({ error: { code, message, status: googleStatuses[code] } });
}

type Fault = { error: ErrorStatus } | { body: string } | { delayMs: number };

/** Inputs that make the service fail: every failure can be triggered by hand. */
const triggers: Record<string, Fault> = {
  'trigger quota': { error: 429 },
  'trigger denied': { error: 403 },
  'trigger down': { error: 503 },
  'trigger garbage': { body: '<html>not json' },
  'trigger shape': { body: '{"suggestions":"none"}' },
  'trigger slow': { delayMs: 10_000 },
};

async function fail(reply: FastifyReply, fault: Fault): Promise<FastifyReply> {
  if ('error' in fault) return sendError(reply, fault.error, 'Triggered by the text that was typed');
  if ('body' in fault) return reply.type('application/json').send(fault.body);
  await wait(fault.delayMs, undefined, { ref: false });
  return reply.send({});
}

type Query = { languageCode?: string; sessionToken?: string; $fields?: string; fields?: string; key?: string };

export const places: FastifyPluginAsync = async (app) => {
  app.addHook('onRequest', async (request, reply) => {
    const key = request.headers['x-goog-api-key'] ?? (request.query as Query).key;
    if (!key) return sendError(reply, 403, 'The request is missing a valid API key.');
  });

  app.post('/v1/places::autocomplete', async (request, reply) => {
    const parsed = autocompleteRequest.safeParse(request.body);
    if (!parsed.success)
      return sendError(
        reply,
        400,
        parsed.error.issues.map(({ path }) => `Invalid value at '${path.join('.')}'`).join('; '),
      );
    const fault = triggers[parsed.data.input.trim().toLowerCase()];
    if (fault) return fail(reply, fault);
    const found = findPlaces({ input: parsed.data.input, regionCodes: parsed.data.includedRegionCodes });
    return found.length === 0
      ? {}
      : { suggestions: found.map((place) => ({ placePrediction: predictionOf(place, parsed.data.input) })) };
  });

  // Of any length, like Google's ids.
  app.get<{ Params: { '*': string }; Querystring: Query }>('/v1/places/*', async (request, reply) => {
    const mask = request.headers['x-goog-fieldmask'] ?? request.query.$fields ?? request.query.fields;
    if (typeof mask !== 'string' || mask === '') return sendError(reply, 400, 'FieldMask is a required parameter.');
    const place = placeById(request.params['*']);
    return place ? detailsOf(place, mask.split(',')) : sendError(reply, 404, 'The Place ID is no longer valid.');
  });
};
