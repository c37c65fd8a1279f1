import { report } from './bench.ts';
import { type BenchSite, openBenchSite } from './bench-site.ts';
import { startFloor } from './floor.ts';
import { openAgent, signUpOnce } from './sign-up-driver.ts';
import { askForCodes, askForTokens, exchangeOf, measuredApp, ownToken, signPeopleIn } from './token-driver.ts';

const rounds = 3;
/** A code is valid for a minute, so codes are requested before each round. */
const exchanges = 500;
const atOnce = 16;
/** Concurrent sign-ups throughout the measurement. */
const parents = 2;

/**
 * Exchanges of codes for tokens, and client-credentials tokens, in one app process while people sign up. The floor: a
 * bare server with as many trivial statements and signatures, beside the same sign-ups.
 */
export async function run(): Promise<boolean> {
  const site = await openBenchSite({ OIDC_CLIENTS: JSON.stringify([measuredApp]) });
  const floor = await startFloor(site.databaseUrl);
  try {
    const people = await signPeopleIn(site, 12);
    const stop = keepSigningUp(site);
    const ratios: { ours: number; floor: number }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const wishes = (await askForCodes(site.url, people, exchanges)).map(exchangeOf);
      const measured = {
        floor: await floor.tokens({ count: exchanges, atOnce }),
        ours: await tokensPerSecond(site, wishes),
      };
      // The first round is a warm-up.
      if (round > 0) ratios.push(measured);
    }
    const own = await tokensPerSecond(site, Array.from<typeof ownToken>({ length: exchanges * 2 }).fill(ownToken));
    const signUps = await stop();
    console.log(`        beside ${signUps.toFixed(1)} sign-ups/s; ${own.toFixed(0)} tokens/s of a service's own`);
    await tellProcessor(site, people);
    const middle = ratios.toSorted((one, other) => one.ours / one.floor - other.ours / other.floor)[1];
    if (!middle) throw new Error('No round was measured');
    return report([{ name: 'codes exchanged for tokens', ...middle, unit: 'exchanges/s', bar: { atLeast: 0.25 } }]);
  } finally {
    await floor.stop();
    await site.stop();
  }
}

async function tokensPerSecond({ url }: BenchSite, wishes: readonly Record<string, string>[]): Promise<number> {
  const agent = openAgent(atOnce);
  const left = [...wishes];
  const asking = async () => {
    for (let options = left.pop(); options; options = left.pop()) await askForTokens({ url, agent }, options);
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: atOnce }, asking));
  agent.destroy();
  return wishes.length / ((performance.now() - began) / 1000);
}

/** Prints the CPU time per exchange, measured without concurrent sign-ups. */
async function tellProcessor(site: BenchSite, people: readonly string[]): Promise<void> {
  const wishes = (await askForCodes(site.url, people, exchanges)).map(exchangeOf);
  const before = await site.processor();
  await tokensPerSecond(site, wishes);
  const after = await site.processor();
  const each = (part: 'app' | 'database') => (((after[part] - before[part]) / exchanges) * 1000).toFixed(2);
  console.log(`        processor time of an exchange: app ${each('app')} ms, database ${each('database')} ms`);
}

/** Signs people up until the returned function is called; that resolves to sign-ups per second. */
function keepSigningUp({ url }: BenchSite): () => Promise<number> {
  const agent = openAgent(parents);
  const began = performance.now();
  const over = new AbortController();
  let count = 0;
  const parent = async () => {
    while (!over.signal.aborted) {
      await signUpOnce({ url, agent, onCall: () => undefined, onRefusal: () => undefined });
      count += 1;
    }
  };
  const signing = Promise.all(Array.from({ length: parents }, parent));
  return async () => {
    over.abort();
    await signing;
    agent.destroy();
    return count / ((performance.now() - began) / 1000);
  };
}
