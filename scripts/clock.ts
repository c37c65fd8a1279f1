import type { ClockView } from '#contract/api/development.ts';
import { parseClockMove } from './clock-move.ts';
import { ownSite } from './start/own-site.ts';

// `npm run clock` prints the site's time; `npm run clock -- +30d` moves it 30 days on (`w` weeks, `y` years).

const { publicUrl } = ownSite();
const argument = process.argv[2];
const days = argument === undefined ? null : parseClockMove(argument);
if (argument !== undefined && days === null) {
  console.error(`Invalid argument "${argument}": use +30d, +2w or +1y, at most 3 years.`);
  process.exit(1);
}

async function callClock(): Promise<Response> {
  const url = new URL('/api/v2/development/clock', publicUrl);
  if (days === null) return fetch(url);
  const headers = { 'content-type': 'application/json', origin: url.origin };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify({ days }) });
}

try {
  const response = await callClock();
  if (response.status === 404) throw new Error('This site takes real money, so its clock cannot be moved.');
  if (!response.ok) throw new Error(`The site responded with ${response.status}.`);
  const view = (await response.json().catch(() => null)) as ClockView | null;
  if (view?.now === undefined) throw new Error(`A different program runs at ${publicUrl}: set PUBLIC_URL or PORT.`);
  const { now, aheadMs, events } = view;
  console.log(
    `The site's time is ${now.slice(0, 16).replace('T', ' ')} UTC, ${Math.round(aheadMs / 86_400_000)} days ahead.\n`,
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
      ? `Nothing responds at ${publicUrl}. Start the site with npm start, or set PUBLIC_URL.`
      : message,
  );
  process.exit(1);
}
