import { expect, test } from 'vitest';
import { seedOf } from '../setup/seed-of.ts';
import { liveTimelines } from './money-timelines.ts';

const count = Number(process.env['MONEY_TIMELINES'] ?? 10);

test('INV8: in random timelines with reports lost, doubled and late, disputes, declined settlements and refunds in parts, orders, refunds, documents and the gateway’s ledger agree after every night', {
  timeout: Math.max(240_000, count * 6_000),
}, async () => {
  const seed = seedOf('MONEY_SEED');
  const began = Date.now();
  const tally = await liveTimelines({ count, seed });
  console.log(JSON.stringify({ seed, count, seconds: Math.round((Date.now() - began) / 1000), ...tally }));
  expect(tally['orders']).toBeGreaterThan(count);
  expect(tally['staff MERGE']).toBeGreaterThan(0);
  // Each of these actions is rare, so a run may lack one of them.
  const given = ['EXTEND_PLAN', 'GIVE_PLAN', 'PAY_WITH_CODE'].map((name) => tally[`staff ${name}`] ?? 0);
  expect(Math.max(...given)).toBeGreaterThan(0);
});
