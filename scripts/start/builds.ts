import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildWhenChanged } from '../build-stamp.ts';
import { StartProblem } from './start-problem.ts';

/** `output`: where the tools write, the terminal or an open file. */
type Build = { root: string; output?: 'inherit' | number };

/**
 * Compiles the messages, builds the web and bundles the server, each only when its sources changed. Throws StartProblem
 * after the tool has printed the reason.
 */
export async function buildAll({ root, output = 'inherit' }: Build): Promise<void> {
  await buildMessages({ root, output });
  await Promise.all([buildWeb({ root, output }), bundleServer({ root, output })]);
}

async function buildWeb({ root, output }: Required<Build>): Promise<void> {
  await buildWhenChanged({
    root,
    name: 'web',
    output: 'dist/web/client',
    sources: ['web', 'contract', 'messages', 'vite.config.ts', 'package-lock.json', 'scripts/messages'],
    build: () =>
      runTool({
        root,
        output,
        what: 'Building the web',
        command: [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
      }),
  });
}

/** All folders that it reads are hashed, so that no outdated bundle is used. */
async function bundleServer({ root, output }: Required<Build>): Promise<void> {
  await buildWhenChanged({
    root,
    name: 'server',
    output: 'dist/main.mjs',
    sources: [
      'server',
      'contract',
      'messages',
      'package-lock.json',
      'scripts/messages',
      'scripts/bundle',
      'scripts/bundle-server.ts',
    ],
    build: () =>
      runTool({
        root,
        output,
        what: 'Bundling the server',
        command: [path.join(root, 'scripts/bundle-server.ts')],
      }),
  });
}

export function buildMessages({ root, output = 'inherit' }: Build): Promise<void> {
  return runTool({
    root,
    output,
    what: 'Compiling the messages',
    command: [path.join(root, 'scripts/compile-messages.ts')],
  });
}

function runTool({
  root,
  output,
  what,
  command,
}: Required<Build> & { what: string; command: string[] }): Promise<void> {
  return new Promise((resolve, reject) => {
    const tool = spawn(process.execPath, command, {
      cwd: root,
      stdio: ['ignore', output, output],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    tool.once('error', reject);
    tool.once('exit', (code) =>
      code === 0 ? resolve() : reject(new StartProblem(`${what} failed; see the output above.`)),
    );
  });
}
