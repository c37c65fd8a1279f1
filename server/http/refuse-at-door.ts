import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyServerOptions } from 'fastify';
import { type Language, languages } from '#contract/api/headers.ts';
import { refuse } from '../refusal.ts';
import { acceptedLanguage } from './language.ts';
import { type Load, retryAfter, type Standing, standingOf } from './load.ts';
import { securityHeadersFor } from './security-headers.ts';
import { problemOf } from './send-refusal.ts';

type Door = {
  load: Load;
  https: boolean;
  isStopping: () => boolean;
  onRefused?: ((refused: { standing: Standing; pressedPay: boolean }) => void) | undefined;
};

/**
 * Whoever asks again at once, or has a proxy that does, is slowed down: otherwise refusing would be all that the
 * process does.
 */
const pauseMs = () => 500 + Math.random() * 1_000;

const bodies = Object.fromEntries(
  languages.map((language) => [language, JSON.stringify(problemOf(refuse('BUSY'), language))]),
) as Record<Language, string>;

/**
 * A server that refuses calls of the API beyond what the process can take before anything is done for them: a refusal
 * by the usual way costs as much as half an answer, and a flood of them would keep the calls that were let in from
 * getting on.
 */
export function serverWithDoor({ load, https, isStopping, onRefused }: Door) {
  const headers = {
    ...securityHeadersFor({ https }),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  };

  const turnAway = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const language = acceptedLanguage(request.headers['accept-language']) ?? 'en';
    await wait(pauseMs());
    response
      .writeHead(503, {
        ...headers,
        'retry-after': String(retryAfter()),
        ...(isStopping() ? { connection: 'close' } : {}),
      })
      .end(bodies[language]);
  };

  return (handler: RequestListener, options: FastifyServerOptions): Server => {
    const server = createServer((request, response) => {
      const standing = request.url?.startsWith('/api/') ? standingOf(request) : null;
      if (standing === null || !load.isFull(standing)) return handler(request, response);
      onRefused?.({ standing, pressedPay: standing === 'paying' && request.method === 'POST' });
      void turnAway(request, response);
    });
    // As Fastify sets a server that it makes itself.
    server.keepAliveTimeout = options.keepAliveTimeout ?? 72_000;
    server.requestTimeout = options.requestTimeout ?? 0;
    server.setTimeout(options.connectionTimeout ?? 0);
    return server;
  };
}
