import { readdirSync } from 'node:fs';
import path from 'node:path';
import { cruise } from './boundaries/cruise.ts';
import { layers } from './boundaries/layers.ts';
import { findBlindRules } from './boundaries/planted-breaches.ts';

const root = path.resolve(import.meta.dirname, '..');
const problems: string[] = [];

const blind = findBlindRules();
if (blind.length > 0) problems.push(`The check is blind: it did not see a planted breach of ${blind.join(', ')}.`);

const layered = new Set(Object.values(layers).flat());
for (const entry of readdirSync(path.join(root, 'server'), { withFileTypes: true })) {
  if (!entry.isDirectory() || layered.has(entry.name)) continue;
  problems.push(
    `server/${entry.name} has no layer: enter it in scripts/boundaries/layers.ts as a domain, a flow, an edge or ground.`,
  );
}

const { breaches, modules, instead } = cruise({ root });
for (const { rule, from, to } of breaches) problems.push(`${from} imports ${to}\n    ${rule}: ${instead[rule] ?? ''}`);

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`${modules} files keep the ${Object.keys(instead).length} boundaries`);
