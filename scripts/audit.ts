import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { auditOutcome } from './lockfile/audit-answer.ts';

/**
 * Asks the registry what is known against the packages of a release. It needs the network, so `npm test` does not run
 * it.
 */
const root = path.resolve(import.meta.dirname, '..');
const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const { exitCode, lines } = auditOutcome(error === undefined ? stdout : '');
console.log(lines.join('\n'));
process.exit(exitCode);
