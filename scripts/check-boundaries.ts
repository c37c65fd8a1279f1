import { readdirSync } from 'node:fs';
import path from 'node:path';
import { cruise } from './boundaries/cruise.ts';
import { layers } from './boundaries/layers.ts';
import { findBlindRules } from './boundaries/planted-breaches.ts';
import { webLayers } from './boundaries/web-layers.ts';

const root = path.resolve(import.meta.dirname, '..');
const problems: string[] = [];

const blind = findBlindRules();
if (blind.length > 0) problems.push(`The check did not report a planted breach of ${blind.join(', ')}.`);

const foldersIn = (folder: string) =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [`${folder}/${entry.name}`] : [],
  );

const knownFolders = new Set([
  ...Object.values(layers).flatMap((folders) => folders.map((name) => `server/${name}`)),
  ...webLayers.flatMap(({ folders }) => folders.map((name) => `web/${name}`)),
  // Contains only the features, which are listed themselves.
  'web/features',
]);
for (const folder of [...foldersIn('server'), ...foldersIn('web'), ...foldersIn('web/features')]) {
  if (knownFolders.has(folder)) continue;
  const table = folder.startsWith('web/') ? 'web-layers.ts' : 'layers.ts';
  problems.push(`${folder} has no layer: add it to scripts/boundaries/${table}.`);
}

const { breaches, modules, instead } = cruise({ root });
for (const { rule, from, to } of breaches) problems.push(`${from} imports ${to}\n    ${rule}: ${instead[rule] ?? ''}`);

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`${modules} files keep the ${Object.keys(instead).length} boundaries`);
