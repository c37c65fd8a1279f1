import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { liveTimelines, type Tally } from '../billing/money-timelines.ts';

const report = path.resolve(import.meta.dirname, '../../generated/reports/money-timelines.json');
const count = Number(process.env['MONEY_TIMELINES'] ?? 10_000);
const seed = Number(process.env['MONEY_SEED'] ?? Date.now() % 1_000_000_000);
const each = 200;
const chunks = Array.from({ length: Math.ceil(count / each) }, (_, index) => ({ seed: seed + index }));
const sums: Tally = {};
const began = Date.now();

test.each(chunks)(
  'with seed $seed, two hundred families at a time: the books agree after every night',
  {
    timeout: 1_800_000,
  },
  async (chunk) => {
    const tally = await liveTimelines({ count: each, ...chunk });
    for (const [what, number] of Object.entries(tally)) sums[what] = (sums[what] ?? 0) + number;
    sums['timelines'] = (sums['timelines'] ?? 0) + each;
    // Shows the progress of a run that takes an hour.
    writeFileSync(
      report,
      `${JSON.stringify({ seed, seconds: Math.round((Date.now() - began) / 1000), ...sums }, null, 2)}\n`,
    );
    expect(tally['orders']).toBeGreaterThan(each);
  },
);
