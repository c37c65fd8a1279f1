import { spawn } from 'node:child_process';
import path from 'node:path';

/** Where a tool writes: to the terminal, or to the descriptor of a file that is shown later. */
export type Output = 'inherit' | number;

export const root = path.resolve(import.meta.dirname, '../..');

/**
 * Compiler and linter are short-lived Go programs: a fifth of their work is garbage collection, which is off below this
 * memory limit. If they need more than the limit they collect all the time, which costs the linter two thirds more
 * work. Both run at once, and leave a third of the memory to everything else.
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

/** Output that is shown in the terminal later keeps its colours. */
const coloured = (output: Output): Record<string, string> =>
  output !== 'inherit' && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
