import { execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

/**
 * `npm` as a reader calls it, without a network: packs as it does, installs from what is installed here, and notes with
 * which apps it was to start.
 */
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

/** A folder where nothing is yet, and a shell whose commands run as a reader's would in the folder of this project. */
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
    /** What the commands print. Throws when one fails. */
    shell: async (commands: string, environment: Record<string, string> = {}): Promise<string> => {
      const env = { ...process.env, ...environment, PATH: own };
      return (await run('sh', ['-e', '-c', commands], { cwd: root, env })).stdout;
    },
    /** Starts what goes on until the test is over; what it has printed so far, once it says that it is ready. */
    start: async (command: string, ready: string): Promise<() => string> => {
      const child = spawn('sh', ['-c', `exec ${command}`], { cwd: folder, env: { ...process.env, PATH: own } });
      onTestFinished(() => void child.kill());
      let said = '';
      await new Promise<void>((resolve, reject) => {
        const hear = (chunk: Buffer) => {
          said += chunk.toString();
          if (said.includes(ready)) resolve();
        };
        child.stdout.on('data', hear);
        child.stderr.on('data', hear);
        child.on('exit', (code) => reject(new Error(`${command} ended with ${code}: ${said}`)));
      });
      return () => said;
    },
  };
}
