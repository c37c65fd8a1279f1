import { execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

/** An `npm` without a network: packs, installs from the installed packages, and records which apps it was to start. */
const npm = (real: string) => `#!/bin/sh
set -e
case "$1" in
  install)
    shift
    mkdir -p node_modules/@evenkeel/client
    ln -s ${root}/node_modules/standardwebhooks node_modules/
    for wanted; do case "$wanted" in
      *.tgz) tar -xzf "$wanted" -C node_modules/@evenkeel/client --strip-components=1 ;;
      jose) ln -s ${root}/node_modules/openid-client/node_modules/jose node_modules/ ;;
      *) ln -s "${root}/node_modules/$wanted" node_modules/ ;;
    esac; done ;;
  start) printf %s "$OIDC_CLIENTS" ;;
  *) exec ${real} "$@" ;;
esac
`;

/** An empty folder, with a shell whose commands run as a reader's would in the project's folder. */
export async function strangersFolder() {
  const place = await mkdtemp(path.join(tmpdir(), 'stranger-'));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const script = process.env['npm_execpath'];
  const real = script?.endsWith('.js')
    ? `${process.execPath} ${script}`
    : (await run('sh', ['-c', 'command -v npm'])).stdout.trim();
  await writeFile(path.join(place, 'npm'), npm(real));
  await chmod(path.join(place, 'npm'), 0o755);
  const folder = path.join(place, 'calendar');
  const own = `${place}${path.delimiter}${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH']}`;
  return {
    folder,
    write: (file: string, text: string) => writeFile(path.join(folder, file), text),
    /** The commands' output. Throws if one fails. */
    shell: async (commands: string, environment: Record<string, string> = {}): Promise<string> => {
      const env = { ...process.env, ...environment, PATH: own };
      return (await run('sh', ['-e', '-c', commands], { cwd: root, env })).stdout;
    },
    /** Starts a process for the rest of the test; returns its output so far, once it is ready. */
    start: async (command: string, ready: string): Promise<() => string> => {
      const child = spawn('sh', ['-c', `exec ${command}`], { cwd: folder, env: { ...process.env, PATH: own } });
      onTestFinished(() => void child.kill());
      let output = '';
      await new Promise<void>((resolve, reject) => {
        const hear = (chunk: Buffer) => {
          output += chunk.toString();
          if (output.includes(ready)) resolve();
        };
        child.stdout.on('data', hear);
        child.stderr.on('data', hear);
        child.on('exit', (code) => reject(new Error(`${command} ended with ${code}: ${output}`)));
      });
      return () => output;
    },
  };
}
