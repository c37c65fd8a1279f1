import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenSpan, RemoteSpan, Tracer } from '../telemetry/tracer.ts';

/** W3C Trace Context, version 00: ids of zeros are none. */
const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * The span of the proxy that forwards the request, null without one that is trusted: whoever may name a trace decides
 * whether it is recorded, and joins strangers' requests in it.
 */
function parentOf({ ips, headers }: FastifyRequest): RemoteSpan | null {
  const isForwarded = ips !== undefined && ips.length > 1;
  const [, traceId, spanId, flags] = (isForwarded && traceparent.exec(String(headers['traceparent']))) || [];
  if (!traceId || !spanId || !flags) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** A span for each request, named by the pattern of its route. Its id is in the request's log lines. */
export function traceCalls(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route = 'none', logLevel } = request.routeOptions;
    if (logLevel === 'silent') return done();
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'evenkeel.request_id': request.id,
    };
    const span = tracer.open({
      name: `${request.method} ${route}`,
      kind: 'server',
      attributes,
      parent: parentOf(request),
    });
    spans.set(request, span);
    request.log = request.log.child({ traceId: span.traceId });
    span.run(done);
  });
  // Reading a body is driven by its connection, which knows no request: the span is restored for what follows.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    spans.get(request)?.end({ attributes: { 'http.response.status_code': statusCode }, failed: statusCode >= 500 });
  });
}
