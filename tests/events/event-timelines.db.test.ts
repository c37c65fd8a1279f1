import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { hours } from '#server/clock.ts';
import { createDb, createPool, type Db } from '#server/db/pool.ts';
import { addEndpoint, listEndpoints } from '#server/events/event-endpoints.ts';
import { sendEvents } from '#server/events/send-events.ts';
import type { EventPoster } from '#server/gateways/events/port.ts';
import { insertFamily } from '#server/identity/family-repository.ts';
import { insertUser } from '#server/identity/user-repository.ts';
import { newId } from '#server/new-id.ts';
import { createSealer, derivedKey } from '#server/sealed-secret.ts';
import { dice } from '../billing/money-timeline.ts';
import { inParallel } from '../billing/money-timelines.ts';
import { createTestDatabase } from '../setup/database/database.ts';
import { seedOf } from '../setup/seed-of.ts';
import { testClock } from '../setup/test-clock.ts';
import { openReceiver } from './receiver.ts';

const count = Number(process.env['EVENT_TIMELINES'] ?? 80);
const steps = 6;
const senders = 3;

const acts = [
  'cancels',
  'resumes',
  'upgrades',
  'ends',
  'begins',
  'joins',
  'consents',
  'closes',
  'is rolled back',
] as const;
type Act = (typeof acts)[number];
type Life = { userId: string; subscriptionId: string; acts: Act[] };

async function openDatabase(): Promise<Db> {
  const db = createDb(createPool({ connectionString: await createTestDatabase(), max: 8 }));
  onTestFinished(() => db.destroy());
  return db;
}

async function born(db: Db, timeline: Act[]): Promise<Life> {
  const at = new Date();
  const subscriptionId = newId(at);
  const userId = await db.transaction().execute(async (trx) => {
    const familyId = await insertFamily(trx, { pricingGroup: 'P0', children: [], at });
    const id = await insertUser(trx, {
      role: 'PARENT_A',
      status: 'CREDENTIALS_NEEDED',
      firstName: 'Marta',
      lastName: 'Ruiz',
      email: `${subscriptionId}@example.com`,
      phoneCountryCode: '+1',
      phoneNumber: '',
      language: 'en',
      familyId,
      at,
    });
    const days = { anchorDate: '2026-11-21', periodStart: '2026-11-21', periodEnd: '2027-11-21' } as const;
    await trx
      .insertInto('subscriptions')
      .values({
        id: subscriptionId,
        userId: id,
        payerUserId: id,
        familyId,
        packageId: 1001,
        state: 'CURRENT',
        ...days,
        createdAt: at,
        updatedAt: at,
      })
      .execute();
    return id;
  });
  return { userId, subscriptionId, acts: timeline };
}

async function act(db: Db, { userId, subscriptionId }: Life, what: Act): Promise<void> {
  const subscription = (set: object) =>
    db.updateTable('subscriptions').set(set).where('id', '=', subscriptionId).execute();
  const user = (set: object) => db.updateTable('users').set(set).where('id', '=', userId).execute();
  const done: Record<Act, () => Promise<unknown>> = {
    cancels: () => subscription({ autoRenew: false }),
    resumes: () => subscription({ autoRenew: true }),
    upgrades: () => subscription({ packageId: 1002 }),
    ends: () => subscription({ state: 'LAPSED', endedAt: new Date() }),
    begins: () => subscription({ state: 'CURRENT', endedAt: null }),
    joins: () => user({ status: 'ACTIVE' }),
    closes: () => user({ status: 'CLOSED' }),
    consents: () =>
      db
        .insertInto('consents')
        .values({
          id: newId(new Date()),
          userId,
          kind: 'MARKETING',
          given: true,
          textVersion: '1',
          language: 'en',
          country: 'US',
          form: 'account',
          recordedAt: new Date(),
        })
        .execute(),
    'is rolled back': () =>
      db
        .transaction()
        .execute(async (trx) => {
          await trx.updateTable('users').set({ status: 'INVITED' }).where('id', '=', userId).execute();
          throw new Error('The process died');
        })
        .catch(() => undefined),
  };
  await done[what]();
}

/** What the database stores for each subject, as a receiver should. */
async function stored(db: Db): Promise<Map<string, object>> {
  const { rows } = await sql<{ subject: string; state: object }>`
    select 'people/' || id as subject, jsonb_build_object('status', status, 'familyId', family_id) as state from users
    union all
    select 'subscriptions/' || id, jsonb_build_object('state', state, 'autoRenew', auto_renew, 'packageId', package_id)
      from subscriptions
    union all select 'families/' || id, jsonb_build_object('pricingGroup', pricing_group) from families
    union all select 'consents/' || id, jsonb_build_object('given', given) from consents`.execute(db);
  return new Map(rows.map(({ subject, state }) => [subject, state]));
}

test('P10: a slow, failing, killed receiver with duplicate deliveries ends with the database’s state, in each subject’s order', {
  timeout: Math.max(120_000, count * 1_000),
}, async () => {
  const seed = seedOf('EVENT_SEED');
  const random = dice(seed);
  const timelines = fc.sample(fc.array(fc.constantFrom(...acts), { minLength: steps, maxLength: steps }), {
    numRuns: count,
    seed,
  });
  const db = await openDatabase();
  const sealer = createSealer([derivedKey('a secret of a test')]);
  const clock = testClock();
  await addEndpoint(
    { db, sealer },
    { url: 'https://receiver.example', types: [], personalData: false, at: clock.now() },
  );
  const [endpoint] = await listEndpoints(db);
  if (!endpoint) throw new Error('There is no endpoint');
  const receiver = openReceiver();
  const lastOf = new Map<string, string>();
  const inHand = new Set<string>();
  const trouble = { refused: 0, again: 0, killed: 0 };
  const postEvent: EventPoster = async ({ body }) => {
    const { subject, sequence } = JSON.parse(body) as { subject: string; sequence: string };
    // Never two of one subject at a time, and never one before an earlier one was accepted.
    expect([subject, inHand.has(subject)]).toEqual([subject, false]);
    inHand.add(subject);
    try {
      const chance = random();
      if (chance < 0.1) await new Promise((resolve) => setTimeout(resolve, 5));
      if (chance > 0.9) {
        trouble.refused += 1;
        return { delivered: false, failure: 'HTTP 500' };
      }
      const before = lastOf.get(subject) ?? '';
      if (sequence < before) throw new Error(`${subject} was told ${sequence} after ${before}`);
      lastOf.set(subject, sequence);
      receiver.take(body);
      if (chance > 0.85) {
        trouble.again += 1;
        return { delivered: false, failure: 'TIMEOUT' };
      }
      if (chance > 0.83) {
        trouble.killed += 1;
        throw new Error('killed');
      }
      return { delivered: true };
    } finally {
      inHand.delete(subject);
    }
  };
  const dependencies = {
    db,
    clock,
    sealer,
    postEvent,
    publicUrl: 'https://site.example',
    log: { warn: () => undefined },
  };
  const pause = () => new Promise((resolve) => setTimeout(resolve, 2));
  const killed = (error: Error) => {
    if (error.message !== 'killed') throw error;
    return true;
  };
  /**
   * Runs several senders until everything that can be sent is; events that wait for a retry or a killed sender stay.
   */
  const sendUntil = (over: () => boolean) =>
    Promise.all(
      Array.from({ length: senders }, async () => {
        for (;;) {
          const wasOver = over();
          if (await sendEvents(dependencies, endpoint).catch(killed)) continue;
          if (wasOver) return;
          await pause();
        }
      }),
    );
  /** Runs `happens` while events are sent, then advances to the next retries. */
  const round = async (happens: () => Promise<void>) => {
    let over = false;
    const happening = happens().finally(() => {
      over = true;
    });
    await Promise.all([happening, sendUntil(() => over)]);
    clock.advance(hours(6));
  };
  const lives: Life[] = [];
  await round(() =>
    inParallel(timelines, async (timeline) => {
      lives.push(await born(db, timeline));
    }),
  );
  for (let step = 0; step < steps; step += 1)
    await round(() => inParallel(lives, (life) => act(db, life, life.acts[step] ?? 'joins')));
  const left = async () => (await db.selectFrom('eventDeliveries').select('position').execute()).length;
  while ((await left()) > 0) await round(async () => undefined);
  const states = await stored(db);
  expect(new Set(receiver.states.keys())).toEqual(new Set(states.keys()));
  for (const [subject, state] of states)
    expect([seed, subject, receiver.states.get(subject)?.data]).toEqual([
      seed,
      subject,
      expect.objectContaining(state),
    ]);
  console.log(JSON.stringify({ seed, count, received: receiver.received.length, ...trouble }));
  expect(Math.min(...Object.values(trouble))).toBeGreaterThan(0);
});
