import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** Each folder with the globals it may use: the contract with neither a browser's nor Node's. */
const projects = ['contract', 'server', 'sandbox', 'sandbox/tsconfig.browser.json', 'web', 'client', 'tsconfig.json'];

/** What has not changed since the last check, nor what it stands on, is not checked again. */
const remembered = (project: string) =>
  path.join(root, 'node_modules/.cache/types', `${project.replaceAll('/', '-')}.tsbuildinfo`);

/** More checkers each learn the shared types anew: one takes two thirds of the work, and other checks run beside it. */
const failed = projects.filter((project) => {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--checkers', '1', '--incremental', '--tsBuildInfoFile', remembered(project)];
  const { status } = spawnSync(process.execPath, [compiler, '-p', project, ...options], {
    cwd: root,
    stdio: 'inherit',
  });
  return status !== 0;
});

if (failed.length > 0) {
  console.error(`Types do not fit in ${failed.join(', ')}`);
  process.exit(1);
}
console.log(`${projects.length} projects, no type error`);
