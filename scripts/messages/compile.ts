import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AreaFile } from './area-file.ts';
import { findMessageProblems } from './check-areas.ts';
import { readAreas } from './read-areas.ts';
import {
  browserMessage,
  browserRuntime,
  declarations,
  fillModule,
  type Message,
  nodeMessages,
} from './write-modules.ts';

type CompileResult = { outcome: 'compiled'; areas: number; keys: number } | { outcome: 'refused'; problems: string[] };

const locales = ['en', 'es'] as const;

/**
 * Compiles `messages/<locale>/<area>.json` into functions, one per key, with types. `generated/messages` is for
 * browsers: a module per text, so that a screen loads the texts it shows. `generated/messages-on-node` is one file,
 * because loading fifteen hundred modules takes each process half a second. The browser sets the language with
 * `setLocaleReader`; the server passes `{ locale }` to each call, since one process answers both languages.
 */
export function compileMessages({ root }: { root: string }): CompileResult {
  const files = readAreas({ root, locales });
  const problems = findMessageProblems({ files, locales });
  if (problems.length > 0) return { outcome: 'refused', problems };
  const english = files.filter(({ locale }) => locale === 'en');
  const messages = english.flatMap(({ area, texts }) =>
    inBoth(
      texts,
      files.find((file) => file.locale === 'es' && file.area === area),
    ),
  );
  writeForBrowsers(emptyFolder(root, 'messages'), messages);
  writeForNode(emptyFolder(root, 'messages-on-node'), messages);
  return { outcome: 'compiled', areas: english.length, keys: messages.length };
}

function inBoth(english: Record<string, string>, spanish: AreaFile | undefined): Message[] {
  return Object.entries(english).map(([key, en]) => ({ key, en, es: spanish?.texts[key] ?? en }));
}

function emptyFolder(root: string, name: string): string {
  const folder = path.join(root, 'generated', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

function writeForBrowsers(folder: string, messages: readonly Message[]): void {
  mkdirSync(path.join(folder, 'texts'));
  for (const message of messages)
    writeFileSync(path.join(folder, 'texts', `${message.key}.js`), browserMessage(message));
  writeFileSync(
    path.join(folder, 'all.js'),
    messages.map(({ key }) => `export { ${key} } from './texts/${key}.js';\n`).join(''),
  );
  writeFileSync(path.join(folder, 'messages.js'), "export * as m from './all.js';\n");
  writeFileSync(path.join(folder, 'runtime.js'), browserRuntime);
  writeFileSync(path.join(folder, 'fill.js'), fillModule);
  for (const [name, text] of Object.entries(declarations(messages))) writeFileSync(path.join(folder, name), text);
}

function writeForNode(folder: string, messages: readonly Message[]): void {
  writeFileSync(path.join(folder, 'messages.js'), nodeMessages(messages));
  writeFileSync(path.join(folder, 'runtime.js'), browserRuntime);
  writeFileSync(path.join(folder, 'fill.js'), fillModule);
}
