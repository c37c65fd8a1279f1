import { parseArgs } from 'node:util';
import { type EventType, eventTypes } from '#contract/events/events.ts';
import { systemClock } from './clock.ts';
import { parseConfig } from './config.ts';
import { createDb, createPool, type Db } from './db/pool.ts';
import { firstDeliveries, replayEvents } from './events/event-deliveries.ts';
import {
  addEndpoint,
  listEndpoints,
  pauseEndpoint,
  removeEndpoint,
  resumeEndpoint,
  rotateSecret,
} from './events/event-endpoints.ts';
import { addressProblem } from './gateways/events/webhook-poster.ts';
import { createSealer } from './sealed-secret.ts';

const usage = `Event endpoints:
  add <url> [--types a,b] [--personal]       add an endpoint; prints its secret once
  list                                       endpoints with their last failures
  rotate <id>                                new secret; the previous one also signs for a day
  replay <id> [--since instant] [--until instant] [--subject people/…]
  dead <id>                                  deliveries that were given up
  pause <id>, resume <id>                    hold events back, and send the waiting ones
  remove <id>`;

const options = {
  types: { type: 'string' },
  personal: { type: 'boolean', default: false },
  since: { type: 'string' },
  until: { type: 'string' },
  subject: { type: 'string' },
} as const;

function typesIn(text: string | undefined): EventType[] {
  const named = (text ?? '').split(',').filter((type) => type !== '');
  const unknown = named.find((type) => !eventTypes.includes(type as EventType));
  if (unknown) throw new Error(`Unknown event type ${unknown}. Choose from: ${eventTypes.join(', ')}`);
  return named as EventType[];
}

function instantIn(text: string | undefined): { at: Date } | null {
  if (text === undefined) return null;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new Error(`Invalid timestamp "${text}"`);
  return { at };
}

/**
 * Otherwise pausing or removing a mistyped id would appear to succeed, while the intended endpoint still received
 * events.
 */
async function requireEndpoint(db: Db, id: string): Promise<void> {
  if (!(await listEndpoints(db)).some((endpoint) => endpoint.id === id)) throw new Error(`Endpoint ${id} not found`);
}

/** `node dist/endpoints-main.mjs <command>`: manages event endpoints, for operators. */
async function run() {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [command = '', subject = ''] = positionals;
  const config = parseConfig(process.env);
  const db = createDb(
    createPool({ connectionString: config.DATABASE_URL, max: 2, applicationName: 'evenkeel-events' }),
  );
  const endpoints = { db, sealer: createSealer(config.sealingKeys) };
  const at = systemClock.now();
  const commands: Record<string, () => Promise<unknown>> = {
    list: () => listEndpoints(db),
    add: async () => {
      const problem = addressProblem(subject, config.events);
      if (problem) throw new Error(`${subject}: ${problem}`);
      return addEndpoint(endpoints, { url: subject, types: typesIn(values.types), personalData: values.personal, at });
    },
    rotate: async () => ({ secret: await rotateSecret(endpoints, { id: subject, at }) }),
    replay: async () => {
      const [since, until] = [instantIn(values.since), instantIn(values.until)];
      const replay = {
        endpointId: subject,
        ...(since && { since: since.at }),
        ...(until && { until: until.at }),
        ...(values.subject && { subject: values.subject }),
      };
      return { events: await replayEvents(db, replay) };
    },
    dead: () => firstDeliveries(db, { endpointId: subject, isDead: true, limit: 10_000 }),
    pause: async () => ({ paused: await pauseEndpoint(db, { id: subject, at }) }),
    resume: async () => ({ resumed: await resumeEndpoint(db, subject) }),
    remove: () => db.transaction().execute((trx) => removeEndpoint(trx, subject)),
  };
  try {
    const chosen = commands[command];
    if (!chosen || (command !== 'list' && subject === '')) throw new Error(usage);
    if (command !== 'list' && command !== 'add') await requireEndpoint(db, subject);
    console.log(JSON.stringify((await chosen()) ?? 'done', null, 2));
  } finally {
    await db.destroy();
  }
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : 'unknown error');
  process.exitCode = 1;
});
