import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenSpan, Tracer } from '../telemetry/tracer.ts';

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
    const span = tracer.open({ name: `${request.method} ${route}`, kind: 'server', attributes });
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
