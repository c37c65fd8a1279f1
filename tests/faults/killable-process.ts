import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '../..');
const startTimeoutMs = 90_000;

/** One of our processes, which a test can end at any moment. */
export type KillableProcess = {
  name: string;
  /** Everything it wrote. */
  output: () => string;
  /** Ends it by SIGKILL, like a power cut: nothing is finished or logged. */
  kill: () => Promise<void>;
  /** Ends it by SIGTERM, like an operator. Resolves to the exit code. */
  stop: () => Promise<number | null>;
  signal: (signal: 'SIGSTOP' | 'SIGCONT' | 'SIGTERM') => void;
  ended: Promise<number | null>;
};

type Start = {
  name: string;
  /** A file below the project's root, such as `server/main.ts`. If it has a bundle, that is run, as in production. */
  main: string;
  /** The project's folder, if not this one. */
  folder?: string;
  environment: Record<string, string>;
  /** Whether it is ready, judged by its responses or its output. */
  isUp: (output: string) => boolean | Promise<boolean>;
};

/** Starts one of our processes as in production and waits until it is ready. Throws with its output if it fails. */
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

/** The server runs from its bundle, anything else from its source. */
function argumentsOf(main: string): string[] {
  const bundle = main.replace(/\/server\/([\w-]+)\.ts$/, '/dist/$1.mjs');
  return bundle === main ? ['--disable-warning=ExperimentalWarning', main] : ['--enable-source-maps', bundle];
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
