import path from 'node:path';
import { installWhenMissing } from '../bootstrap.mjs';
import { type Output, root, runNode } from './run-tool.ts';

const folder = 'tools/code-checks';
const inTools = (file: string) => `${folder}/node_modules/${file}`;

/** What only checks need is installed by the first of them. */
const codeChecks = {
  format: [inTools('@biomejs/biome/bin/biome'), 'check', '.'],
  lint: [inTools('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'],
  unused: [inTools('knip/bin/knip.js')],
} as const;

/** Runs one of them on the whole project. Resolves to its exit code. */
export function checkCode(name: keyof typeof codeChecks, options: string[], output: Output): Promise<number> {
  installWhenMissing(folder);
  const [program, ...fixed] = codeChecks[name];
  const environment = { OXLINT_TSGOLINT_PATH: path.join(root, inTools('.bin/tsgolint')) };
  return runNode({ program, options: [...fixed, ...options], output, environment });
}
