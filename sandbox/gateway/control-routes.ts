import type { FastifyInstance } from 'fastify';
import { faultKinds, operations, type Fault, type Faults } from './faults.ts';
import { readLedger } from './ledger.ts';
import type { World } from './world.ts';

const faultBody = {
  type: 'object',
  required: ['kind'],
  additionalProperties: false,
  properties: {
    kind: { enum: faultKinds },
    times: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 },
    matching: { enum: [...operations, null], default: null },
    delayMs: { type: 'integer', minimum: 0, maximum: 600_000, default: 1000 },
    contentType: { type: 'string', maxLength: 100, default: 'application/xml; charset=utf-8' },
  },
};

const clockBody = {
  type: 'object',
  additionalProperties: false,
  properties: { offsetMs: { type: 'integer' }, advanceMs: { type: 'integer' } },
  minProperties: 1,
  maxProperties: 1,
};

/** The hands behind the curtain: the ledger, faults and the clock. */
export function controlRoutes({ app, world, faults }: { app: FastifyInstance; world: World; faults: Faults }): void {
  app.get('/control/ledger', async () => readLedger(world));

  app.get('/control/faults', async () => ({ faults: faults.list() }));
  app.post<{ Body: Fault }>('/control/faults', { schema: { body: faultBody } }, async (request, reply) => {
    faults.add(request.body);
    return reply.code(201).send({ faults: faults.list() });
  });
  app.delete('/control/faults', async () => {
    faults.clear();
    return { faults: faults.list() };
  });

  const clockState = () => ({ now: world.clock.now().toISOString(), offsetMs: world.clock.offsetMs() });
  app.get('/control/clock', async () => clockState());
  app.post<{ Body: { offsetMs?: number; advanceMs?: number } }>('/control/clock', { schema: { body: clockBody } }, async (request) => {
    const { offsetMs, advanceMs = 0 } = request.body;
    world.clock.setOffset(offsetMs ?? world.clock.offsetMs() + advanceMs);
    return clockState();
  });
}
