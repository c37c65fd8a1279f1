import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

export type Breach = { rule: string; from: string; to: string };
export type Cruise = { breaches: Breach[]; modules: number; instead: Record<string, string> };

const project = path.resolve(import.meta.dirname, '../..');
const tops = [
  'contract',
  'server',
  'sandbox',
  'web',
  'scripts',
  'tests',
  'client/src',
  'vite.config.ts',
  'vitest.config.ts',
];

type Report = {
  summary: {
    violations: { from: string; to: string; rule: { name: string } }[];
    totalCruised: number;
    ruleSetUsed: { forbidden: { name: string; comment: string }[] };
  };
};

/** Checks every import under `root` against the rules of `.dependency-cruiser.mjs`. Throws if the tool itself fails. */
export function cruise({ root }: { root: string }): Cruise {
  const program = path.join(project, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const config = path.join(project, '.dependency-cruiser.mjs');
  const present = tops.filter((top) => existsSync(path.join(root, top)));
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [program, '--config', config, '--output-type', 'json', ...present],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    },
  );
  if (!stdout.startsWith('{')) throw new Error(`dependency-cruiser failed: ${stderr}`);
  const { summary } = JSON.parse(stdout) as Report;
  return {
    breaches: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    modules: summary.totalCruised,
    instead: Object.fromEntries(summary.ruleSetUsed.forbidden.map(({ name, comment }) => [name, comment])),
  };
}
