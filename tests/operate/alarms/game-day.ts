import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { evaluate, readExposition, type Sample, type Scrape } from './evaluate-promql.ts';
import type { GameDayCase, Place } from './game-day-cases.ts';
import { parsePromql } from './parse-promql.ts';
import { readRules } from './rules.ts';

/** A minute of the rules' windows is a second here. */
const speed = 60;
const waitUpToMs = 75_000;

/** Scrapes every process as Prometheus does, and reports which alarms fire. The rules' `for` durations are ignored. */
export function watchAlarms(metricsPorts: readonly number[]) {
  const rules = readRules().map(({ alert, expr }) => ({ alert, expression: parsePromql(expr) }));
  let scrapes: Scrape[] = [];
  const read = async (port: number): Promise<Sample[]> => {
    const answer = await fetch(`http://localhost:${port}/metrics`, { signal: AbortSignal.timeout(2_000) });
    return readExposition(await answer.text(), String(port));
  };
  /** A process that does not respond contributes no samples. */
  const look = async (): Promise<string[]> => {
    const shown = await Promise.all(metricsPorts.map((port) => read(port).catch(() => [])));
    scrapes = [...scrapes.slice(-200), { at: performance.now() / 1_000, samples: shown.flat() }];
    return rules
      .filter(({ expression }) => evaluate(expression, { scrapes, speed }).length > 0)
      .map(({ alert }) => alert);
  };
  const until = async (isSo: (firing: readonly string[]) => boolean): Promise<boolean> => {
    const deadline = Date.now() + waitUpToMs;
    while (Date.now() < deadline) {
      if (isSo(await look())) return true;
      await wait(500);
    }
    return false;
  };
  /** Keeps scraping while `work` runs. Returns its result, and every alarm that fired meanwhile. */
  const during = async <Done>(work: Promise<Done>): Promise<{ done: Done; fired: Set<string> }> => {
    const fired = new Set<string>();
    const over = work.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([over, wait(400).then(() => false)]))) for (const one of await look()) fired.add(one);
    return { done: await work, fired };
  };
  return { look, until, during };
}

export type Tried = { alarm: string; outcome: 'fired' | 'was firing before' | 'did not fire'; seconds: number };

/** Breaks one thing and waits for its alarm, which must not fire before. */
export async function tryCase(
  { alarm, ...broken }: GameDayCase,
  { place, watch }: { place: Place; watch: ReturnType<typeof watchAlarms> },
): Promise<Tried> {
  const quiet = await watch.until((firing) => !firing.includes(alarm));
  const began = performance.now();
  const { done: mend, fired: early } = await watch.during(broken.break(place));
  const fired = early.has(alarm) || (await watch.until((firing) => firing.includes(alarm)));
  await mend?.();
  const outcome = quiet ? (fired ? 'fired' : 'did not fire') : 'was firing before';
  return { alarm, outcome, seconds: Math.round((performance.now() - began) / 100) / 10 };
}

/** An `inject` for tests that calls a running server over the network. */
export function overNetwork(url: string): FastifyInstance {
  const inject = async (call: { method: string; url: string; headers?: Record<string, string>; payload?: string }) => {
    const answer = await fetch(`${url}${call.url}`, {
      method: call.method,
      headers: call.headers ?? {},
      ...(call.payload === undefined ? {} : { body: call.payload }),
      signal: AbortSignal.timeout(30_000),
    });
    const body = await answer.text();
    return {
      statusCode: answer.status,
      headers: Object.fromEntries(answer.headers),
      body,
      json: () => JSON.parse(body) as unknown,
    };
  };
  return { inject } as unknown as FastifyInstance;
}
