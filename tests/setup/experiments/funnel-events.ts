import { randomUUID } from 'node:crypto';
import type { StorableEvent } from '#contract/api/analytics.ts';
import { type FunnelName, funnelNames, funnels } from '#contract/sign-up/funnel.ts';
import { storeEvents, storeRefusal } from '#server/analytics/analytics-repository.ts';
import type { Visit } from '#server/analytics/visit.ts';
import { days, hours } from '#server/clock.ts';
import type { Db } from '#server/db/pool.ts';

/** A visitor's event in a flow, and how many days later it was reported. */
export type VisitorEvent = {
  anonymousId: string;
  flow: FunnelName;
  position: number;
  code: string | null;
  day: number;
  lateDays: number;
};

const visit: Visit = { country: 'GB', device: 'phone', language: 'en' };
const pick = <Item>(random: () => number, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] ?? (items[0] as Item);

/** Random events of visitors over four days, each in one or both flows. */
export function randomEvents(random: () => number, visitors: number): VisitorEvent[] {
  const people = Array.from({ length: visitors }, () => randomUUID());
  return Array.from({ length: visitors * 6 }, () => {
    const flow = pick(random, funnelNames);
    const position = Math.floor(random() * funnels[flow].steps.length);
    const isRefused = random() < 0.2;
    return {
      anonymousId: pick(random, people),
      flow,
      position,
      code: isRefused ? pick(random, ['VALIDATION address.line1', 'CONFLICT']) : null,
      day: Math.floor(random() * 4),
      // Refusals are never late. Others reported more than a day late count on the day of the report.
      lateDays: isRefused ? 0 : pick(random, [0, 0, 0, 1, 2]),
    };
  });
}

/** Stores it as the server does, at noon of the day of the report. */
export async function store(db: Db, visitorEvent: VisitorEvent, first: Date): Promise<void> {
  const { anonymousId, flow, position, code, day, lateDays } = visitorEvent;
  const happened = new Date(first.getTime() + days(day) + hours(12));
  const at = new Date(happened.getTime() + days(lateDays));
  const step = funnels[flow].steps[position] ?? 'Receipt';
  const invited = flow === 'invite';
  if (code !== null) return storeRefusal(db, { anonymousId, step, invited, code, visit, at });
  const event = {
    type: 'track',
    messageId: randomUUID(),
    anonymousId,
    timestamp: happened.toISOString(),
    event: `${step} Viewed`,
    properties: { step, invited },
  } as StorableEvent;
  await storeEvents(db, { events: [event], visit, at });
}

/** The expected counts: people by day, flow and furthest step, and by refusal. */
export function expectedCounts(all: readonly VisitorEvent[]): { counts: string[]; refusals: string[] } {
  const furthest = new Map<string, number>();
  const refused = new Set<string>();
  const keyOf = ({ day, lateDays, flow, anonymousId }: VisitorEvent) =>
    `${lateDays <= 1 ? day : day + lateDays} ${flow} ${anonymousId}`;
  for (const event of all) {
    const key = keyOf(event);
    furthest.set(key, Math.max(furthest.get(key) ?? 0, event.position));
    if (event.code !== null) refused.add(`${key} ${event.position} ${event.code}`);
  }
  const tally = (keys: Iterable<string>) => {
    const sums = new Map<string, number>();
    for (const key of keys) sums.set(key, (sums.get(key) ?? 0) + 1);
    return [...sums].map(([key, people]) => `${key}: ${people}`).sort();
  };
  const withoutVisitor = (key: string) => key.replace(/ [0-9a-f-]{36}/, '');
  return {
    counts: tally([...furthest].map(([key, position]) => `${withoutVisitor(key)} ${position}`)),
    refusals: tally([...refused].map(withoutVisitor)),
  };
}
