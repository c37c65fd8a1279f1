import { setTimeout as wait } from 'node:timers/promises';
import { report } from './bench.ts';
import { type BenchSite, openBenchSite } from './bench-site.ts';
import { type Latencies, percentile, printLatencies } from './latencies.ts';
import { type CallName, callNames, openAgent, signUpOnce, WentAway } from './sign-up-driver.ts';

const calmPeople = 16;
const calmSignUps = 150;
const crowd = 1_000;
const crowdSeconds = 40;

/**
 * Far more clients than the site can serve, all of which retry after Retry-After. At least half of the normal
 * throughput must remain, every refusal must have a Retry-After, and afterwards latencies must return to normal.
 */
export async function run(): Promise<boolean> {
  const site = await openBenchSite();
  try {
    await peopleSignUp(site, { people: calmPeople, count: calmSignUps });
    const calm = await peopleSignUp(site, { people: calmPeople, count: calmSignUps });
    tell('calm', calm);
    const flood = await peopleSignUp(site, { people: crowd, seconds: crowdSeconds });
    tell(`${crowd.toLocaleString('en')} at once`, flood);
    const after = await peopleSignUp(site, { people: calmPeople, count: calmSignUps });
    tell('right after', after);
    const booked = await booksAgree(site, 2 * calmSignUps + flood.finished + calmSignUps);
    const sound = report([
      {
        name: 'sign-ups a second under the crowd, against calm',
        ours: flood.perSecond,
        floor: calm.perSecond,
        unit: '/s',
        bar: { atLeast: 0.5 },
      },
      {
        name: 'refusals with a time to come back',
        ours: flood.refusedPolitely,
        floor: flood.refused,
        unit: 'calls',
        bar: { atLeast: 1 },
      },
      {
        name: 'whole sign-up right after the crowd, p99',
        ours: wholeOf(after),
        floor: wholeOf(calm),
        unit: 'ms',
        bar: { atMost: 2 },
      },
    ]);
    return sound && booked;
  } finally {
    await site.stop();
  }
}

type Outcome = {
  finished: number;
  perSecond: number;
  latencies: Latencies;
  refused: number;
  refusedPolitely: number;
  /** How long the liveness probe took each time, in milliseconds. */
  probes: number[];
  memory: number;
};

type LoadOptions = { people: number } & ({ count: number } | { seconds: number });

async function peopleSignUp(site: BenchSite, options: LoadOptions): Promise<Outcome> {
  const latencies: Latencies = new Map(callNames.map((name) => [name, []]));
  const outcome = { finished: 0, refused: 0, refusedPolitely: 0 };
  const agent = openAgent(options.people);
  const began = performance.now();
  const closesAt = 'seconds' in options ? began + options.seconds * 1_000 : Infinity;
  let left = 'count' in options ? options.count : Infinity;
  const driver = {
    url: site.url,
    agent,
    onCall: (name: CallName, milliseconds: number) => void latencies.get(name)?.push(milliseconds),
    onRefusal: (_: CallName, retryAfter: number | null) => {
      outcome.refused += 1;
      if (retryAfter !== null) outcome.refusedPolitely += 1;
    },
    // After the closing time nobody retries the first step; sign-ups past it continue to the end.
    triesAgain: (name: CallName) => name !== 'details' || performance.now() < closesAt,
  };
  const person = async () => {
    while (left-- > 0 && performance.now() < closesAt) {
      const done = await signUpOnce(driver).catch((error: unknown) => {
        if (error instanceof WentAway) return null;
        throw error;
      });
      if (done) outcome.finished += 1;
    }
  };
  const probing = probe(site.url);
  await Promise.all(Array.from({ length: options.people }, person));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return {
    ...outcome,
    latencies,
    probes: await probing.stop(),
    memory: await site.memory(),
    perSecond: outcome.finished / seconds,
  };
}

/** Probes the process as a load balancer does: a busy process must still pass its liveness probe. */
function probe(url: string): { stop: () => Promise<number[]> } {
  const took: number[] = [];
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) {
      const began = performance.now();
      const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(10_000) });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`The liveness probe failed under load: ${answer.status}`);
      took.push(performance.now() - began);
      await wait(250);
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await asking;
      return took;
    },
  };
}

const wholeOf = ({ latencies }: Outcome) =>
  [...latencies.values()].reduce((sum, values) => sum + percentile(values, 0.99), 0);

function tell(when: string, { perSecond, finished, refused, latencies, probes, memory }: Outcome): void {
  console.log(
    `${when}: ${finished} sign-ups, ${perSecond.toFixed(1)} a second, ${refused} calls refused, /healthz p99 ${percentile(probes, 0.99).toFixed(0)} ms, ${(memory / 2 ** 20).toFixed(0)} MiB`,
  );
  printLatencies(latencies);
}

/** Whether there is exactly one order and one payment attempt for each finished sign-up. */
async function booksAgree({ sql }: BenchSite, finished: number): Promise<boolean> {
  const { rows } = await sql.query<{ orders: number; attempts: number; registrations: number }>(`
    select (select count(*)::int from orders) as orders,
      (select count(*)::int from payment_attempts) as attempts,
      (select count(*)::int from registrations where state = 'COMPLETED') as registrations`);
  const agree = Object.values(rows[0] ?? {}).every((count) => count === finished);
  console.log(`${agree ? 'ok    ' : 'FAILED'}  ${finished} people finished; stored: ${JSON.stringify(rows[0])}`);
  return agree;
}
