import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Fault, FaultKind, Faults, Operation } from './faults.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
    /** The handler itself waits out a latency, inside its idempotency key. */
    keyed?: boolean;
  }
  interface FastifyRequest {
    fault: Fault | null;
  }
}

/** Applies armed faults to every route with an operation. */
export function installFaults({ app, faults }: { app: FastifyInstance; faults: Faults }): void {
  app.decorateRequest('fault', null);
  app.addHook('preHandler', async (request, reply) => {
    const { operation, keyed } = request.routeOptions.config;
    request.fault = operation ? faults.take(({ matching }) => matching === null || matching === operation) : null;
    const before = request.fault && beforeWork[request.fault.kind];
    if (before) return before({ request, reply });
    if (!keyed) await waitForLatencyFault(request);
    return undefined;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { fault } = request;
    const after = fault && afterWork[fault.kind];
    return after ? after({ request, reply, payload, fault }) : payload;
  });
}

/** Waits for the duration of a latency fault. */
export async function waitForLatencyFault(request: FastifyRequest): Promise<void> {
  if (request.fault?.kind === 'latency') await wait(request.fault.delayMs);
}

const beforeWork: Partial<Record<FaultKind, (call: { request: FastifyRequest; reply: FastifyReply }) => FastifyReply>> =
  {
    'drop-before': ({ request, reply }) => {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    },
    '429': ({ reply }) => reply.code(429).type('text/plain').send('Too Many Requests'),
    '503': ({ reply }) => reply.code(503).type('text/html').send('<html><body>Service Unavailable</body></html>'),
  };

type After = { request: FastifyRequest; reply: FastifyReply; payload: unknown; fault: Fault };

const afterWork: Partial<Record<FaultKind, (call: After) => unknown>> = {
  'drop-after': ({ request, payload }) => {
    request.raw.socket.destroy();
    return payload;
  },
  garbage: ({ reply, fault }) => {
    const text = '<transaction><id>half a thou';
    reply.header('content-type', fault.contentType).header('content-length', Buffer.byteLength(text));
    return text;
  },
  cut: ({ request, reply, payload }) => {
    const whole = Buffer.from(typeof payload === 'string' ? payload : '');
    reply.header('content-length', whole.length);
    return Readable.from(
      (async function* half() {
        yield whole.subarray(0, Math.floor(whole.length / 2));
        await wait(20);
        request.raw.socket.destroy();
      })(),
    );
  },
};

type NeverAnswerParams = { request: FastifyRequest; reply: FastifyReply; afterMs: number };

/** Keeps the caller waiting for a response that never comes, then closes the connection. */
export function neverAnswer({ request, reply, afterMs }: NeverAnswerParams): FastifyReply {
  reply.hijack();
  const timer = setTimeout(() => request.raw.socket.destroy(), afterMs);
  timer.unref();
  request.raw.socket.once('close', () => clearTimeout(timer));
  return reply;
}
