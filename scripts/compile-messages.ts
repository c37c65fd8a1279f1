import path from 'node:path';
import { buildWhenChanged } from './build-stamp.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Loaded only when there is something to compile: the compiler takes a second to start. */
async function compile(): Promise<void> {
  const { compileMessages } = await import('./messages/compile.ts');
  const result = await compileMessages({ root });
  if (result.outcome === 'refused') {
    for (const problem of result.problems) console.error(problem);
    process.exit(1);
  }
  console.log(`${result.keys} texts in ${result.areas} areas, both languages`);
}

await buildWhenChanged({
  root,
  name: 'messages',
  output: 'generated/messages-on-node/messages.js',
  sources: ['messages', 'project.inlang/settings.json', 'scripts/messages', 'package-lock.json'],
  build: compile,
});
// The compiler leaves timers of half a minute behind, which would keep this process.
process.exit(0);
