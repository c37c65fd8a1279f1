import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { RemoteSpan, SpanStart, Tracer } from './tracer.ts';

const kinds: Record<SpanStart['kind'], SpanKind> = {
  server: SpanKind.SERVER,
  job: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
};

/**
 * OpenTelemetry traces, sent as OTLP over HTTP. Only our code opens spans: automatic instrumentation would record
 * addresses, headers and values.
 */
export function createTracer({ endpoint, share }: { endpoint: string; share: number }): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'evenkeel' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
  const tracer = provider.getTracer('evenkeel');
  const current = new AsyncLocalStorage<Context>();

  const begin = ({ name, kind, attributes = {}, parent: remote }: SpanStart): { span: Span; context: Context } => {
    const parent = remote ? contextOf(remote) : (current.getStore() ?? ROOT_CONTEXT);
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
    return { span, context: trace.setSpan(parent, span) };
  };

  return {
    open: (start) => {
      const { span, context } = begin(start);
      return {
        traceId: span.spanContext().traceId,
        run: (work) => current.run(context, work),
        end: ({ attributes, failed }) => {
          span.setAttributes(attributes);
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    span: async (start, work, resultAttributes) => {
      if (start.kind === 'client' && !current.getStore()) return work();
      const { span, context } = begin(start);
      try {
        const result = await current.run(context, work);
        if (resultAttributes) span.setAttributes(resultAttributes(result));
        return result;
      } catch (error) {
        span.setAttribute('error.type', kindOf(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    close: () => provider.shutdown(),
  };
}

const contextOf = ({ traceId, spanId, isSampled }: RemoteSpan): Context =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  });

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
