import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryCounter } from './counter.ts';
import { limits } from './limits.ts';
import { type Cause, type LimitedMessage, type MessageLimit, messageLimiter, messageLimits } from './messages.ts';

const kinds = Object.keys(messageLimits) as LimitedMessage[];
const quota = fc.record({ most: fc.integer({ min: 1, max: 6 }), within: fc.constant(60) });
const all = fc.record({
  most: fc.integer({ min: 1, max: 6 }),
  within: fc.constant(60),
  counts: fc.constantFrom('a', 'b'),
});
const limit = fc.record({ each: quota, any: fc.array(quota, { maxLength: 2 }), all });
const everyLimit = fc.record(Object.fromEntries(kinds.map((kind) => [kind, limit]))) as fc.Arbitrary<
  Record<LimitedMessage, MessageLimit>
>;
const hers: Cause[] = [
  { owner: 'she' },
  { account: 'she' },
  { account: 'her sign-up', via: 'hers' },
  { network: 'hers' },
];
const strangers: Cause[] = [
  ...['1', '2', '3'].flatMap((one): Cause[] => [{ owner: one }, { account: one }, { network: one }]),
  { account: '4', via: '1' },
  'anybody',
];
const step = fc.record({
  message: fc.constantFrom(...kinds),
  by: fc.oneof({ arbitrary: fc.constantFrom(...strangers), weight: 5 }, fc.constantFrom(...hers)),
});

const limiterOf = (limits?: Record<LimitedMessage, MessageLimit>) =>
  messageLimiter({
    counter: memoryCounter(),
    makeToken: (_, subject) => subject,
    factor: 1,
    ...(limits ? { limits } : {}),
  });

test('X5: for random callers and limits, no stranger’s messages change the answer for anybody else', () =>
  fc.assert(
    fc.asyncProperty(everyLimit, fc.array(step, { maxLength: 80 }), async (list, steps) => {
      const [alone, crowded] = [limiterOf(list), limiterOf(list)];
      const used = new Set<string>();
      for (const { message, by } of steps) {
        const now = await crowded(message, { to: 'her mailbox', by });
        if (!hers.includes(by)) continue;
        const quiet = await alone(message, { to: 'her mailbox', by });
        expect(now.retryAfterSeconds === null).toBe(quiet.retryAfterSeconds === null);
        const cause = `${message} ${JSON.stringify(by)}`;
        if ((typeof by === 'object' && 'owner' in by) || !used.has(cause)) expect(now.send).toBe(quiet.send);
        used.add(cause);
      }
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 200) },
  ));

test('X6: whatever the causes, one recipient gets at most the shared limit and the first of each cause', async () => {
  const maySend = limiterOf();
  let sent = 0;
  for (let count = 0; count < 200; count++)
    sent += Number((await maySend('invite', { to: 'x', by: { account: `${count % 20}` } })).send);
  expect(sent).toBe(20);
  expect((await maySend('invite', { to: 'x', by: 'anybody' })).send).toBe(false);
  expect((await maySend('invite', { to: 'y', by: 'anybody' })).send).toBe(true);
});

test('X5: only guesses at a password or at a code that names nobody count against more than their caller', () => {
  const shared = Object.entries(limits).filter(([, list]) =>
    list.some(({ by }) => by === 'name' || by === 'everybody'),
  );
  expect(shared.map(([action]) => action)).toEqual(['sign-in', 'resume-by-code']);
});
