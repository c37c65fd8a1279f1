import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '../..');
const startTimeoutMs = 90_000;

/** A process of ours that a test may end at any moment. */
export type KillableProcess = {
  name: string;
  /** Everything it wrote. */
  output: () => string;
  /** As a power cut does it: nothing is finished, nothing is said. */
  kill: () => Promise<void>;
  /** As an operator does it. Resolves to the exit code. */
  stop: () => Promise<number | null>;
  signal: (signal: 'SIGSTOP' | 'SIGCONT' | 'SIGTERM') => void;
  ended: Promise<number | null>;
};

type Start = {
  name: string;
  /** File below the project's root, as `server/main.ts`. What is bundled runs from its bundle, as it is operated. */
  main: string;
  /** Where the project lies, when not here. */
  folder?: string;
  environment: Record<string, string>;
  /** Whether it has come up, from what it answers or wrote. */
  isUp: (output: string) => boolean | Promise<boolean>;
};

/** Starts one of our processes as an operator does, and waits until it is up. Throws with its output when it is not. */
export async function startProcess({ name, main, folder = root, environment, isUp }: Start): Promise<KillableProcess> {
  const child = spawn(process.execPath, argumentsOf(path.join(folder, main)), {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  // Whatever becomes of the test run, no process outlives it.
  const endWithUs = () => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  void ended.then(() => process.off('exit', endWithUs));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  const started: KillableProcess = {
    name,
    output,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    signal: (signal) => void child.kill(signal),
    ended,
  };
  const outcome = await Promise.race([untilUp(() => isUp(output())), ended.then(() => 'ended' as const)]);
  if (outcome === 'up') return started;
  await started.kill();
  throw new Error(`The ${name} did not start (${outcome}):\n${output().slice(-2_000)}`);
}

/** An earlier release has no bundle. */
function argumentsOf(main: string): string[] {
  const bundle = main.replace(/\/server\/([\w-]+)\.ts$/, '/dist/$1.mjs');
  return existsSync(bundle) && bundle !== main
    ? ['--enable-source-maps', bundle]
    : ['--disable-warning=ExperimentalWarning', main];
}

function collect(child: ChildProcess): () => string {
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  return () => chunks.join('');
}

async function untilUp(isUp: () => boolean | Promise<boolean>): Promise<'up' | 'silent'> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    if (await isUp()) return 'up';
    await wait(50);
  }
  return 'silent';
}
