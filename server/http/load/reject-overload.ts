import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyServerOptions } from 'fastify';
import type { RouteRules } from '#contract/api/route.ts';
import { type Language, languages } from '#contract/fields/languages.ts';
import { refuse } from '../../refusal.ts';
import { acceptedLanguage } from '../language.ts';
import { securityHeadersFor } from '../pages/security-headers.ts';
import type { UnroutedRequest } from '../route-rules.ts';
import { routedPath } from '../routed-path.ts';
import { problemOf } from '../send-refusal.ts';
import { type Load, priorityOf, type RequestPriority, retryAfter } from './load.ts';

type LoadShedding = {
  load: Load;
  https: boolean;
  isStopping: () => boolean;
  /** Rules of the critical route that an unrouted request is for; null for any other. */
  criticalRoute: (request: UnroutedRequest) => RouteRules | null;
  onRejected?: ((rejected: { priority: RequestPriority; payment: boolean }) => void) | undefined;
};

/** Clients that retry at once, or whose proxy does, are slowed down: otherwise the process would only refuse. */
const pauseMs = () => 500 + Math.random() * 1_000;

const bodies = Object.fromEntries(
  languages.map((language) => [language, JSON.stringify(problemOf(refuse('BUSY'), language))]),
) as Record<Language, string>;

/**
 * A server that refuses excess API calls before anything is done for them: an ordinary refusal costs as much as half a
 * response, and a flood of them would starve the admitted calls.
 */
export function loadSheddingServer({ load, https, isStopping, criticalRoute, onRejected }: LoadShedding) {
  const headers = {
    ...securityHeadersFor({ https }),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  };

  const rejectOverload = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
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
      const path = routedPath(request.url ?? '');
      if (!/^\/(?:api|oidc)\//.test(path)) return handler(request, response);
      const rules = criticalRoute({ method: request.method, path });
      const priority = priorityOf(request, rules);
      if (!load.isFull(priority)) return handler(request, response);
      onRejected?.({ priority, payment: rules?.metrics?.payment ?? false });
      void rejectOverload(request, response);
    });
    // As Fastify configures its own servers.
    server.keepAliveTimeout = options.keepAliveTimeout ?? 72_000;
    server.requestTimeout = options.requestTimeout ?? 0;
    server.setTimeout(options.connectionTimeout ?? 0);
    return server;
  };
}
