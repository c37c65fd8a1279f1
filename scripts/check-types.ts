import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** Each project has its own globals: the contract has neither a browser's nor Node's. */
const projects = ['contract', 'server', 'sandbox', 'sandbox/tsconfig.browser.json', 'web', 'client', 'tsconfig.json'];

/** Only files that changed since the last check, or whose dependencies did, are checked again. */
const remembered = (project: string) =>
  path.join(root, 'node_modules/.cache/types', `${project.replaceAll('/', '-')}.tsbuildinfo`);

/**
 * Several checkers would each check the shared types again: one takes two thirds of the work, and other checks run in
 * parallel.
 */
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
  console.error(`Type errors in ${failed.join(', ')}`);
  process.exit(1);
}
console.log(`${projects.length} projects, no type errors`);
