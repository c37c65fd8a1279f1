import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartProblem } from './start-problem.ts';

export type StartedProcess = {
  name: string;
  /** Resolves with how the process ended, if it ends without `stop`. */
  lost: Promise<string>;
  stop: () => Promise<void>;
};

type ProcessOptions = {
  name: string;
  root: string;
  arguments: string[];
  environment: Record<string, string | undefined>;
  healthUrl: string;
};

const timeoutMs = 30_000;

/**
 * Starts a Node process of ours and waits until its health check passes. Throws StartProblem if it ends before that, or
 * takes longer than 30 seconds.
 */
export async function startProcess(options: ProcessOptions): Promise<StartedProcess> {
  const { name, root, environment, healthUrl } = options;
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--import',
      path.join(root, 'scripts/start/end-with-parent.ts'),
      ...options.arguments,
    ],
    {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Its own process group: Ctrl-C reaches us alone, and we stop them in order.
      detached: true,
    },
  );
  let stopping = false;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `killed by ${signal}` : `exit code ${code ?? 0}`));
  });
  const started: StartedProcess = {
    name,
    lost: ended.then((how) => (stopping ? new Promise<never>(() => {}) : how)),
    stop: async () => {
      stopping = true;
      const killTimer = setTimeout(() => child.kill('SIGKILL'), 15_000);
      child.kill('SIGTERM');
      await ended;
      clearTimeout(killTimer);
    },
  };
  const failure = await Promise.race([untilHealthy(healthUrl), ended]);
  if (failure === undefined) return started;
  await started.stop();
  throw new StartProblem(`The ${name} did not start (${failure}).`);
}

async function untilHealthy(url: string): Promise<string | undefined> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return undefined;
    await wait(50);
  }
  return `no response from ${url} for ${timeoutMs / 1000} seconds`;
}
