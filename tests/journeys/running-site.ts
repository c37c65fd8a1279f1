import type { FastifyInstance } from 'fastify';
import { systemClock } from '#server/clock.ts';
import { createDb, createPool } from '#server/db/pool.ts';
import { answeredBy } from '../setup/balancer.ts';
import type { TestSite } from '../setup/site.ts';
import { expect, site } from './journey.ts';

type Injected = { method: string; url: string; headers?: Record<string, string>; payload?: string };

/** Lets helpers that drive a server inside a test drive the running one, over HTTP. */
async function inject({ method, url, headers = {}, payload }: Injected) {
  const own = headers['origin'] ? { ...headers, origin: site().url } : headers;
  const response = await fetch(`${site().url}${url}`, {
    method,
    headers: own,
    ...(payload === undefined ? {} : { body: payload }),
  });
  const body = await response.text();
  const setCookie = response.headers.getSetCookie();
  return {
    statusCode: response.status,
    headers: { ...Object.fromEntries(response.headers), 'set-cookie': setCookie },
    body,
    json: () => JSON.parse(body) as unknown,
  };
}

/** The running site as API tests use one, with its database; for people who are not the journey's subject. */
export async function onRunningSite<Result>(work: (running: TestSite) => Promise<Result>): Promise<Result> {
  const db = createDb(createPool({ connectionString: process.env['JOURNEY_DATABASE_URL'] ?? '', max: 1 }));
  try {
    return await work({
      app: { inject } as unknown as FastifyInstance,
      dependencies: { db },
      clock: systemClock,
    } as TestSite);
  } finally {
    await db.destroy();
  }
}

/** Every process reloads staff changes within ten seconds: waits until all of them show it at `path`. */
export async function everyProcessAnswers(path: string, isSo: (body: string) => boolean): Promise<void> {
  const knowing = new Set<string | null>();
  const countUpdatedProcesses = async () => {
    const answer = await fetch(`${site().url}${path}`);
    if (isSo(await answer.text())) knowing.add(answer.headers.get(answeredBy));
    return knowing.size;
  };
  await expect.poll(countUpdatedProcesses, { timeout: 20_000, intervals: [500] }).toBe(site().apps);
}
