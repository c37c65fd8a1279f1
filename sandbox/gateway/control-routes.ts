import type { FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { type Fault, type Faults, faultKinds, operations } from './faults.ts';
import type { GatewayContext } from './gateway-context.ts';
import { keysAllowed } from './idempotency.ts';
import { readLedger } from './ledger.ts';
import { moveClock } from './passing-time.ts';

const faultBody = z.object({
  kind: z.enum(faultKinds),
  times: z.int().min(1).max(10_000).default(1),
  matching: z.enum(operations).nullable().default(null),
  delayMs: z.int().min(0).max(600_000).default(1000),
  contentType: z.string().max(100).default('application/xml; charset=utf-8'),
});

const keysBody = z.strictObject({ allowed: z.boolean() });
const clockBody = z.union([z.strictObject({ offsetMs: z.int() }), z.strictObject({ advanceMs: z.int() })]);

type Controls = { app: FastifyInstance; context: GatewayContext; faults: Faults };

/** Test controls: the ledger, faults, whether idempotency keys are enabled, and the clock. */
export function controlRoutes({ app, context, faults }: Controls): void {
  app.setValidatorCompiler(validatorCompiler);
  app.get('/control/ledger', async () => readLedger(context));

  app.get('/control/faults', async () => ({ faults: faults.list() }));
  app.post<{ Body: Fault }>('/control/faults', { schema: { body: faultBody } }, async (request, reply) => {
    faults.add(request.body);
    return reply.code(201).send({ faults: faults.list() });
  });
  app.delete('/control/faults', async () => {
    faults.clear();
    return { faults: faults.list() };
  });

  app.post<{ Body: z.output<typeof keysBody> }>(
    '/control/idempotency-keys',
    { schema: { body: keysBody } },
    async ({ body }) => {
      context.store.settings.put(keysAllowed, { value: body.allowed ? 'yes' : 'no' });
      return body;
    },
  );

  const clockState = () => ({ now: context.clock.now().toISOString(), offsetMs: context.clock.offsetMs() });
  app.get('/control/clock', async () => clockState());
  app.post<{ Body: z.output<typeof clockBody> }>(
    '/control/clock',
    { schema: { body: clockBody } },
    async ({ body }) => {
      moveClock({ context, offsetMs: 'offsetMs' in body ? body.offsetMs : context.clock.offsetMs() + body.advanceMs });
      return clockState();
    },
  );
}
