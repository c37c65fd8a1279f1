import path from 'node:path';
import { buildWhenChanged } from './build-stamp.ts';
import { compileMessages } from './messages/compile.ts';

const root = path.resolve(import.meta.dirname, '..');

async function compile(): Promise<void> {
  const result = compileMessages({ root });
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
  sources: ['messages', 'scripts/messages'],
  build: compile,
});
