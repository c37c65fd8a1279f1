import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Makes the running Node look like an older one: by its version, and by what it lacked before 20.11. */
const older = (version: string) => `
import { registerHooks } from 'node:module';
Object.defineProperty(process.versions, 'node', { value: '${version}' });
const lacking = (source) => 'delete import.meta.dirname; delete import.meta.filename;' + source;
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    return url.includes('/scripts/') ? { ...loaded, source: lacking(loaded.source) } : loaded;
  },
});`;

/**
 * Runs a first start in a folder where nothing is installed, on a system whose loader lists these libraries. A fake
 * `npm` reports that it was called.
 */
async function firstStart(libraries: string, version?: string): Promise<{ code: number; said: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'first-start-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [scripts, system] = [path.join(folder, 'scripts'), path.join(folder, 'system')];
  await Promise.all([mkdir(scripts), mkdir(system)]);
  await copyFile(path.join(import.meta.dirname, 'bootstrap.mjs'), path.join(scripts, 'bootstrap.mjs'));
  await writeFile(
    path.join(scripts, 'start.mjs'),
    "import { runWithOwnNode } from './bootstrap.mjs';\nrunWithOwnNode({ script: 'scripts/none.ts' });\n",
  );
  const commands = { ldconfig: libraries, npm: 'echo npm was asked >&2; exit 1' };
  for (const [name, script] of Object.entries(commands)) {
    await writeFile(path.join(system, name), `#!/bin/sh\n${script}\n`);
    await chmod(path.join(system, name), 0o755);
  }
  const env = { ...process.env, PATH: `${system}${path.delimiter}${process.env['PATH']}`, npm_execpath: '' };
  const disguise = path.join(system, 'older.mjs');
  if (version !== undefined) await writeFile(disguise, older(version));
  const options = version === undefined ? [] : ['--import', disguise];
  return new Promise((resolve) => {
    execFile(process.execPath, [...options, path.join(scripts, 'start.mjs')], { env }, (error, _, said) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: said.trim() }),
    );
  });
}

const refused =
  'Node 26 of this project needs libatomic.so.1: install it (Debian, Ubuntu: apt-get install libatomic1) and start again.';
const asked = 'npm was asked\nInstallation failed; see the output of npm above. Nothing was started.';

test.runIf(process.platform === 'linux')(
  'a missing system library is reported in one line, before anything is installed',
  async () => {
    expect(await firstStart("echo '	libc.so.6 (libc6,x86-64) => /lib/libc.so.6'")).toEqual({ code: 1, said: refused });
  },
);

test.runIf(process.platform === 'linux')(
  'with the library, or where the loader keeps no list of libraries, npm installs',
  async () => {
    expect(await firstStart("echo '	libatomic.so.1 (libc6,x86-64) => /lib/libatomic.so.1'")).toEqual({
      code: 1,
      said: asked,
    });
    expect(await firstStart('exit 1')).toEqual({ code: 1, said: asked });
  },
);

test.runIf(process.platform === 'linux').each([
  ['18.20.8', 'Evenkeel needs Node 20 or newer to start; this is 18.20.8. It then installs and uses its own version.'],
  ['20.0.0', asked],
  ['20.10.0', asked],
])('O6: on Node %s it says what it needs, or installs', async (version, said) => {
  expect(await firstStart('exit 1', version)).toEqual({ code: 1, said });
});

test.runIf(process.platform !== 'win32')(
  'a tool of a single command is installed if what is there does not match its lockfile, and only then',
  async () => {
    const project = await mkdtemp(path.join(tmpdir(), 'tool-'));
    onTestFinished(() => rm(project, { recursive: true }));
    const [scripts, tool, system] = ['scripts', 'tools/audit', 'system'].map((name) => path.join(project, name)) as [
      string,
      string,
      string,
    ];
    for (const folder of [scripts, path.join(tool, 'node_modules'), system]) await mkdir(folder, { recursive: true });
    await copyFile(path.join(import.meta.dirname, 'bootstrap.mjs'), path.join(scripts, 'bootstrap.mjs'));
    await writeFile(
      path.join(scripts, 'command.mjs'),
      "import { installWhenMissing } from './bootstrap.mjs';\ninstallWhenMissing('tools/audit');\n",
    );
    await writeFile(
      path.join(tool, 'package-lock.json'),
      '{"packages":{"":{},"node_modules/auditor":{"version":"2.0.0"}}}',
    );
    const installed = path.join(tool, 'node_modules/.package-lock.json');
    await writeFile(installed, '{"packages":{"node_modules/auditor":{"version":"1.0.0"}}}');
    await writeFile(
      path.join(system, 'npm'),
      '#!/bin/sh\necho "npm $1 in $PWD"\ncp package-lock.json node_modules/.package-lock.json\n',
    );
    await chmod(path.join(system, 'npm'), 0o755);
    const env = { ...process.env, PATH: `${system}${path.delimiter}${process.env['PATH']}`, npm_execpath: '' };
    const run = () =>
      new Promise<string>((resolve) =>
        execFile(process.execPath, [path.join(scripts, 'command.mjs')], { env }, (_, said) => resolve(said)),
      );
    expect(await run()).toContain(`npm ci in ${await realpath(tool)}`);
    expect(await run()).toBe('');
  },
);
