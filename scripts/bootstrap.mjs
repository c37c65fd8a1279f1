import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Runs on any Node from 20 with nothing installed, so it is plain JavaScript and imports only Node's own modules.
 * Installs the lockfile's packages and runs the script with the Node among them.
 */
// `import.meta.dirname` does not exist before Node 20.11.
const root = fileURLToPath(new URL('..', import.meta.url));
const ownNode = path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const compileCache = path.join(root, 'node_modules', '.cache', 'compile');
const oldestNode = 20;
/**
 * System libraries that the project's Node needs and minimal systems may lack, with their package in Debian and Ubuntu.
 */
const systemLibraries = { 'libatomic.so.1': 'libatomic1' };

/**
 * Runs `script` with the project's Node and the caller's arguments; ends this process with its exit code.
 * @param {{ script: string }} options path relative to the project
 */
export function runWithOwnNode({ script }) {
  if (Number(process.versions.node.split('.')[0]) < oldestNode)
    fail(
      `Evenkeel needs Node ${oldestNode} or newer to start; this is ${process.versions.node}. It then installs and uses its own version.`,
    );
  if (!isInstalled(root) || !existsSync(ownNode)) {
    refuseWithoutLibraries();
    install(root);
  }
  const checked = spawnSync(ownNode, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' });
  if (checked.status !== 0)
    fail(
      'Node was not installed for this project: are install scripts disabled? Run "npm rebuild node" and start again.',
    );
  handOver(script);
}

/**
 * Installs what only one command needs, at that command's first run: `folder` has its own package.json and lockfile.
 * @param {string} folder relative to the project
 */
export function installWhenMissing(folder) {
  const place = path.join(root, folder);
  if (!isInstalled(place)) install(place);
}

/** Whether npm's record of what it installed into node_modules matches the lockfile. */
function isInstalled(folder) {
  const wanted = readJson(path.join(folder, 'package-lock.json'))?.packages;
  const present = readJson(path.join(folder, 'node_modules', '.package-lock.json'))?.packages;
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([place, { version, integrity, optional, peer }]) => {
    const found = present[place];
    if (place === '' || (!found && (optional || peer))) return true;
    return found?.version === version && found?.integrity === integrity;
  });
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function install(folder) {
  console.log('Installing missing packages (a minute or two, only once) …');
  // npm passes its own path to the scripts that it runs; otherwise the npm on the PATH is used.
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const [command, ...options] = [...npm, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = spawnSync(command, options, {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32' && npm.length === 1,
  });
  if (error) fail(`npm could not be run: ${error.message}`);
  if (status !== 0) fail('Installation failed; see the output of npm above. Nothing was started.');
}

/**
 * Otherwise npm would fail midway, with the error of whichever package ran Node first. Without a list of libraries from
 * the loader, the check is skipped.
 */
function refuseWithoutLibraries() {
  if (process.platform !== 'linux') return;
  const searched = `${process.env.PATH ?? ''}${path.delimiter}/sbin${path.delimiter}/usr/sbin`;
  const { status, stdout } = spawnSync('ldconfig', ['-p'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: searched },
  });
  if (status !== 0) return;
  for (const [library, systemPackage] of Object.entries(systemLibraries))
    if (!stdout.includes(`${library} `))
      fail(
        `Node 26 of this project needs ${library}: install it (Debian, Ubuntu: apt-get install ${systemPackage}) and start again.`,
      );
}

function handOver(script) {
  const bin = path.join(root, 'node_modules', '.bin');
  const child = spawn(
    ownNode,
    ['--disable-warning=ExperimentalWarning', path.join(root, script), ...process.argv.slice(2)],
    {
      cwd: root,
      // The channel tells the child when this process is killed, because it then forwards no signals.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // The next start need not compile unchanged code again.
      env: {
        NODE_COMPILE_CACHE: compileCache,
        ...process.env,
        PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`,
      },
      shell: process.platform === 'win32',
    },
  );
  // The terminal sends Ctrl-C to the child as well; SIGTERM reaches only this process.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

function fail(line) {
  console.error(line);
  process.exit(1);
}
