import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

const git = (...words: string[]): string | null => {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : null;
};

/** Added by the commit whose schema the first release has: what is older was never released and cannot be upgraded. */
const beginning = 'server/db/migrations/0001-people.ts';
const hasBeginning = (revision: string) => git('cat-file', '-t', `${revision}:${beginning}`) === 'blob';

/**
 * The release to upgrade from: `UPGRADE_FROM`, a tag or commit; else the last tag before this commit, and before there
 * is one the commit with which releases begin. Null without a history.
 */
export function earlierRelease(): string | null {
  const named = process.env['UPGRADE_FROM'];
  if (named && !hasBeginning(named)) throw new Error(`${named} is older than the first release`);
  const tag = named ?? git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^');
  return tag !== null && hasBeginning(tag) ? tag : git('log', '-1', '--diff-filter=A', '--format=%H', '--', beginning);
}

/** Runs a command to its end; throws with its output if it fails. */
async function run(command: string, cwd: string): Promise<void> {
  const child = spawn('bash', ['-c', command], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(String(chunk)));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}:\n${chunks.join('').slice(-3_000)}`);
}

/** That release, installed from its own lockfile and built by its own scripts. Takes minutes. */
export async function openEarlierRelease(revision: string): Promise<{ folder: string; remove: () => Promise<void> }> {
  if (!/^[\w.-]+$/.test(revision)) throw new Error(`${revision} is no tag or commit`);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-release-'));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    await run(`set -o pipefail; git archive ${revision} | tar -x -C ${folder}`, root);
    await run('npm ci --prefer-offline --no-audit --no-fund', folder);
    await run('node scripts/test.mjs messages web', folder);
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
