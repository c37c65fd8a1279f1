import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../setup/database/database.ts';
import { type PaymentStatus, signUp } from './applicant.ts';
import { type FaultSite, openFaultSite } from './fault-site.ts';
import { settledBooks } from './settle-books.ts';

let database: TestDatabase;
let site: FaultSite;
const told: PaymentStatus[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  site = await openFaultSite({ databaseUrl: database.url, apps: 2, workers: 2 });
}, 120_000);
afterAll(async () => {
  await site?.close();
  await database?.drop();
});

async function signUpBy(nextApp: () => string, manner?: 'leaves' | 'two-tabs'): Promise<PaymentStatus> {
  const faults: string[] = [];
  const person = await signUp({
    nextApp,
    deadline: Date.now() + 30_000,
    onFault: (fault) => faults.push(fault),
    ...(manner ? { manner } : {}),
  });
  expect(faults).toEqual([]);
  told.push(person);
  return person;
}

test('two app processes and two workers on one database: a whole sign-up, each call by the other process', async () => {
  const asked: string[] = [];
  await signUpBy(() => {
    const url = site.apps[asked.length % 2]?.url ?? '';
    asked.push(url);
    return url;
  });
  expect(new Set(asked).size).toBe(2);
  expect(asked.length).toBeGreaterThan(5);
  expect(await settledBooks({ site, told })).toEqual([]);
});

test('PAY4: two tabs submit the payment to two processes at the same moment: one sale', async () => {
  let turn = 0;
  await Promise.all(Array.from({ length: 6 }, () => signUpBy(() => site.apps[turn++ % 2]?.url ?? '', 'two-tabs')));
  expect(await settledBooks({ site, told })).toEqual([]);
});

test('REL9: the browser leaves right after Pay: it completes, and coming back by another process shows the result', async () => {
  let turn = 0;
  const person = await signUpBy(() => site.apps[turn++ % 2]?.url ?? '', 'leaves');
  expect(person.orderId).not.toBeNull();
  expect(await settledBooks({ site, told })).toEqual([]);
});

test('REL5: two workers race for one queue: every mail is sent once', async () => {
  const all = await Promise.all(
    Array.from({ length: 20 }, (_each, index) => signUpBy(() => site.apps[index % 2]?.url ?? '')),
  );
  expect(await settledBooks({ site, told })).toEqual([]);
  const { messages } = (await (await fetch(`${site.sandboxUrl}/inbox/messages`)).json()) as {
    messages: { messageId: string; to: string[] }[];
  };
  const mine = messages.filter(({ to }) =>
    all.some(({ email, coParentEmail }) => to.includes(email) || to.includes(coParentEmail)),
  );
  expect(new Set(mine.map(({ messageId }) => messageId)).size).toBe(mine.length);
  expect(mine).toHaveLength(2 * all.length);
});
