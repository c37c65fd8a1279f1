import { readdirSync } from 'node:fs';
import path from 'node:path';
import { installWhenMissing } from './bootstrap.mjs';
import { buildAll } from './start/builds.ts';

/**
 * `npm run bench [name]`: runs the files of tests/bench one after another, with nothing else running. Each exports
 * `run(): Promise<boolean>`.
 */
const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'tests/bench');
const [requested] = process.argv.slice(2);
const files = readdirSync(folder).filter(
  (name) => name.endsWith('.bench.ts') && (!requested || name.startsWith(requested)),
);
if (files.length === 0) {
  console.error(`Unknown benchmark "${requested ?? ''}" in tests/bench`);
  process.exit(1);
}

installWhenMissing('tools/load-generator');
await buildAll({ root });
let allPassed = true;
for (const file of files.sort()) {
  console.log(`\n== ${file.replace('.bench.ts', '')}\n`);
  const { run } = (await import(path.join(folder, file))) as { run: () => Promise<boolean> };
  allPassed = (await run()) && allPassed;
}
process.exit(allPassed ? 0 : 1);
