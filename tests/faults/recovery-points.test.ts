import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../setup/database/database.ts';
import { eventually, ledger, mailsTo, setFault } from '../setup/sandbox.ts';
import { type PaymentStatus, signUp } from './applicant.ts';
import { lockTable, type Point, type PreparedBreakpoint, prepareBreakpoint, setBreakpoint } from './breakpoints.ts';
import { type AppProcess, type FaultSite, openFaultSite, type WorkerProcess } from './fault-site.ts';
import { settledBooks } from './settle-books.ts';
import { aMinutePasses, workerCountsAsDead } from './time-passes.ts';

let database: TestDatabase;
let site: FaultSite;
const told: PaymentStatus[] = [];
const faults: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  // Each blocked caller keeps a connection of the process that is about to be killed.
  const environment = { DATABASE_POOL_SIZE: '20' };
  site = await openFaultSite({ databaseUrl: database.url, apps: 2, workers: 1, environment });
}, 120_000);
afterAll(async () => {
  await site?.close();
  await database?.drop();
});

const firstApp = () => site.apps[0] as AppProcess;
const survivor = () => site.apps[1] as AppProcess;

/** Starts a sign-up through the app that will be killed; after `goOn` the other app takes its calls. */
function signUpByFirst() {
  let next = firstApp().url;
  const finished = signUp({
    nextApp: () => next,
    deadline: Date.now() + 90_000,
    onFault: (fault) => faults.push(fault),
  });
  // A failure is reported where `finished` is awaited; until then it must not be an unhandled rejection.
  finished.catch(() => undefined);
  return {
    goOn: () => {
      next = survivor().url;
    },
    finished,
  };
}

/** Lets sign-ups finish through the other app while simulated minutes pass, and checks the books. */
async function finish(...people: ReturnType<typeof signUpByFirst>[]): Promise<void> {
  for (const person of people) person.goOn();
  const clock = setInterval(() => void aMinutePasses(site.sql).catch(() => undefined), 300);
  try {
    told.push(...(await Promise.all(people.map(({ finished }) => finished))));
  } finally {
    clearInterval(clock);
  }
  expect(await settledBooks({ site, told })).toEqual([]);
  expect(faults).toEqual([]);
}

const salesSoFar = async () => (await ledger(site.sandboxUrl)).length;

type Death = { moment: string; point: Point /** Sales made by then. */; charged: 0 | 1 };

/** From the last to the first, because a sign-up on its way to one must pass all earlier ones. */
const deaths: Death[] = [
  {
    moment: 'username and password are being saved',
    point: { table: 'users', statement: 'update', when: 'new.username is not null' },
    charged: 1,
  },
  {
    moment: 'the last row of the settlement is being written',
    point: { table: 'invites', statement: 'insert' },
    charged: 1,
  },
  { moment: 'the order is being written', point: { table: 'orders', statement: 'insert' }, charged: 1 },
  {
    moment: 'the gateway has charged and nothing is settled',
    point: { table: 'payment_attempts', statement: 'update', when: `new.state = 'APPROVED'` },
    charged: 1,
  },
  {
    moment: 'the attempt is written and the gateway not asked',
    point: { table: 'payment_attempts', statement: 'update', when: 'new.sends > old.sends' },
    charged: 0,
  },
  {
    moment: 'Pay was pressed and nothing is written',
    point: { table: 'payment_attempts', statement: 'insert' },
    charged: 0,
  },
  {
    moment: 'step 2 is being saved',
    point: { table: 'registrations', statement: 'update', when: 'old.family is null and new.family is not null' },
    charged: 0,
  },
  { moment: 'step 1 is being saved', point: { table: 'registrations', statement: 'insert' }, charged: 0 },
];

test('PAY3, REL1: kill -9 at each recovery point of a payment: it continues in another process, and everything happens once', {
  timeout: 120_000,
}, async () => {
  const before = await salesSoFar();
  const breakpoints: PreparedBreakpoint[] = [];
  for (const { point } of deaths) breakpoints.push(await prepareBreakpoint({ databaseUrl: database.url, point }));
  const people: ReturnType<typeof signUpByFirst>[] = [];
  for (const [index, { moment, charged }] of deaths.entries()) {
    const soFar = await salesSoFar();
    await breakpoints[index]?.arm();
    people.push(signUpByFirst());
    await breakpoints[index]?.reached();
    expect((await salesSoFar()) - soFar, moment).toBe(charged);
  }
  const victim = firstApp();
  await victim.process.kill();
  for (const breakpoint of breakpoints) await breakpoint.terminateBlocked();
  await Promise.all([finish(...people), site.replaceApp(victim)]);
  expect((await salesSoFar()) - before).toBe(deaths.length);
});

test('REL1: kill -9 after the commit, before the response: coming back shows the result', {
  timeout: 60_000,
}, async () => {
  const breakpoint = await setBreakpoint({
    databaseUrl: database.url,
    point: { table: 'orders', statement: 'insert' },
  });
  const person = signUpByFirst();
  await breakpoint.reached();
  const tableLock = await lockTable({ databaseUrl: database.url, table: 'payment_attempts' });
  await breakpoint.resume();
  await tableLock.acquired();
  await tableLock.hasWaiters();
  const victim = firstApp();
  await victim.process.kill();
  await tableLock.terminateBlocked();
  await Promise.all([finish(person), site.replaceApp(victim)]);
});

test('PAY3: kill -9 during the gateway call: the charge for the killed caller is found', {
  timeout: 60_000,
}, async () => {
  const before = await salesSoFar();
  const slow = await fetch(`${site.sandboxUrl}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'latency', times: 1, matching: 'sale', delayMs: 800 }),
  });
  expect(slow.status).toBe(201);
  const person = signUpByFirst();
  const faultsLeft = async () =>
    ((await (await fetch(`${site.sandboxUrl}/control/faults`)).json()) as { faults: unknown[] }).faults.length;
  await eventually(faultsLeft, (left) => left === 0, 15_000);
  const victim = firstApp();
  await victim.process.kill();
  expect(await salesSoFar()).toBe(before);
  await Promise.all([finish(person), site.replaceApp(victim)]);
  expect((await salesSoFar()) - before).toBe(1);
});

const onlyWorker = () => site.workers[0] as WorkerProcess;

/** Kills the worker, lets it count as dead, starts another. */
async function replaceWorker(undo: () => Promise<void>): Promise<void> {
  const dead = onlyWorker();
  await dead.process.kill();
  await undo();
  site.workers.length = 0;
  await site.startWorker();
  await workerCountsAsDead(site.sql, dead.workerId);
}

test('REL5: a mail is sent by another worker when its worker is killed', { timeout: 60_000 }, async () => {
  const tableLock = await lockTable({ databaseUrl: database.url, table: 'sent_mails' });
  await tableLock.acquired();
  const person = signUpByFirst();
  await tableLock.hasWaiters();
  await replaceWorker(tableLock.terminateBlocked);
  await finish(person);
});

test('REL5, PAY1: a worker killed after sending an unrecorded mail, and while it reconciles an unknown payment: the mail is resent under its message id, the payment is settled once', {
  timeout: 90_000,
}, async () => {
  const written = await setBreakpoint({
    databaseUrl: database.url,
    point: { table: 'sent_mails', statement: 'insert', when: `new.message_id like 'receipt.%'` },
  });
  const reader = signUpByFirst();
  await written.reached();
  await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1, matching: 'sale' });
  const settled = await setBreakpoint({ databaseUrl: database.url, point: { table: 'orders', statement: 'insert' } });
  const payer = signUpByFirst();
  const clock = setInterval(() => void aMinutePasses(site.sql), 300);
  await settled.reached();
  clearInterval(clock);
  await replaceWorker(async () => {
    await written.terminateBlocked();
    await settled.terminateBlocked();
  });
  await finish(reader, payer);
  const { email, orderId } = told.at(-2) as PaymentStatus;
  const receipts = (await mailsTo(site.sandboxUrl, email)).filter(({ messageId }) =>
    messageId?.includes(`receipt.${orderId}`),
  );
  expect(receipts).toHaveLength(2);
});
