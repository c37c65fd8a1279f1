import type { ClockView } from '#contract/api/development.ts';
import { parseClockMove } from './clock-move.ts';

// `npm run clock` says what time it is for the rules; `npm run clock -- +30d` lets 30 days pass (`w` weeks, `y` years).

const publicUrl = process.env['PUBLIC_URL'] ?? `http://localhost:${process.env['PORT'] ?? 3000}`;
const wish = process.argv[2];
const days = wish === undefined ? null : parseClockMove(wish);
if (wish !== undefined && days === null) {
  console.error(`"${wish}" is no time to pass. Say +30d, +2w or +1y, at most 3 years.`);
  process.exit(1);
}

async function ask(): Promise<Response> {
  const url = new URL('/api/v2/development/clock', publicUrl);
  if (days === null) return fetch(url);
  const headers = { 'content-type': 'application/json', origin: url.origin };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify({ days }) });
}

try {
  const response = await ask();
  if (response.status === 404) throw new Error('This site takes real money: its clock cannot be moved.');
  if (!response.ok) throw new Error(`The site answered ${response.status}.`);
  const { now, aheadMs, events } = (await response.json()) as ClockView;
  console.log(
    `For the rules it is ${now.slice(0, 16).replace('T', ' ')} UTC, ${Math.round(aheadMs / 86_400_000)} days ahead.\n`,
  );
  for (const { at, kind, what, amount } of events.toReversed()) {
    console.log(
      `${at.slice(0, 10)}  ${kind.padEnd(7)} ${what}${amount === null ? '' : `  ${(amount / 100).toFixed(2)}`}`,
    );
  }
} catch (error) {
  const { message, cause } = error as Error & { cause?: { code?: string } };
  console.error(
    cause?.code === 'ECONNREFUSED'
      ? `Nothing answers at ${publicUrl}. Start it with npm start, or set PUBLIC_URL.`
      : message,
  );
  process.exit(1);
}
