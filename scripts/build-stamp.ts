import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The sources of a build: files and folders, relative to `root`; test files next to the code do not count. */
export type BuildSources = { root: string; sources: string[] };

/** SHA-256 over the names and contents of every source file: equal exactly if the build's result would be equal. */
export function hashSources({ root, sources }: BuildSources): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => listFiles(path.join(root, source))).sort()) {
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function listFiles(target: string): string[] {
  if (!existsSync(target)) return [];
  if (!statSync(target).isDirectory()) return [target];
  return readdirSync(target, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/**
 * Builds unless the stamp of the last build shows that nothing changed. The stamp is written only after the build, so
 * that an interrupted build is repeated.
 */
export async function buildWhenChanged(
  options: BuildSources & { name: string; output: string; build: () => Promise<void> },
): Promise<'built' | 'unchanged'> {
  const { root, sources, name, output, build } = options;
  const stamp = path.join(root, 'generated', `${name}.stamp`);
  const hash = hashSources({ root, sources });
  if (existsSync(path.join(root, output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash)
    return 'unchanged';
  await build();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  return 'built';
}
