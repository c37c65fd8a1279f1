import { spawn } from 'node:child_process';
import path from 'node:path';

/** Where a tool writes: to the terminal, or into a file that is shown when its turn has come (its descriptor). */
export type Output = 'inherit' | number;

export const root = path.resolve(import.meta.dirname, '../..');

/**
 * Compiler and linter are Go programs that end within seconds: collecting garbage is a fifth of their work. Past this
 * much memory they do, and all the time where they hold more: the linter then takes two thirds more work. Both run at
 * once, and leave a third to what else runs.
 */
const mebibytes = Math.floor(Math.min(4096, process.availableMemory() / 2 ** 20 / 3));
const shortLivedGo = { GOGC: 'off', GOMEMLIMIT: `${mebibytes}MiB` };

/** Runs a program of the project with its own Node. Resolves to its exit code. */
export function runNode({
  program,
  options,
  output,
  environment,
}: {
  program: string;
  options: string[];
  output: Output;
  environment?: Record<string, string>;
}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, program), ...options], {
      cwd: root,
      stdio: ['ignore', output, output],
      env: { ...shortLivedGo, ...process.env, ...coloured(output), ...environment },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** What is shown in the terminal later has the colours that it would have there at once. */
const coloured = (output: Output): Record<string, string> =>
  output !== 'inherit' && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
