import { composeGoLive } from './compose-go-live.ts';
import { ConfigurationProblem, parseConfig } from './config.ts';
import { lineOf, type Result, runChecks } from './go-live/check.ts';

/** One line on a terminal, replaced by the next; nothing in a log. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`);
}

async function check(testAddress: string | null): Promise<Result[]> {
  const { checks, close } = composeGoLive(parseConfig(process.env), { testAddress });
  const onBegin = (name: string, at: number) => showProgress(`${at + 1} of ${checks.length}: ${name} …`);
  const results = await runChecks(checks, { timeoutMs: 20_000, onBegin });
  showProgress('');
  await close();
  return results;
}

/** `node dist/go-live-main.mjs [you@your-domain]`: what the configured site lacks before it takes money. */
async function run() {
  const results = await check(process.argv[2] ?? null);
  for (const result of results) console.log(lineOf(result));
  const missing = results.filter(({ state }) => state !== 'fine').length;
  console.log(missing === 0 ? '\nReady for the first real payment.' : `\n${missing} of ${results.length} to mend.`);
  process.exit(missing === 0 ? 0 : 1);
}

run().catch((error: unknown) => {
  if (!(error instanceof ConfigurationProblem)) throw error;
  for (const text of error.problems) console.log(lineOf({ name: 'configuration', state: 'missing', text }));
  console.log('\nComplete these in .env; all else is checked then.');
  process.exit(1);
});
