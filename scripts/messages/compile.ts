import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compile } from '@inlang/paraglide-js';
import { bundleForNode } from './bundle-for-node.ts';
import { findMessageProblems } from './check-areas.ts';
import { readAreas } from './read-areas.ts';

type CompileResult = { outcome: 'compiled'; areas: number; keys: number } | { outcome: 'refused'; problems: string[] };

/**
 * Compiles `messages/<locale>/<area>.json` into `generated/messages`: one function per key, with types;
 * and those for Node into `generated/messages-on-node`. The browser sets the language with `overwriteGetLocale`; the
 * server passes `{ locale }` to each call, for one process answers both languages.
 */
export async function compileMessages({ root }: { root: string }): Promise<CompileResult> {
  const settings = readSettings(root);
  const files = readAreas({ root, locales: settings.locales });
  const problems = findMessageProblems({ files, locales: settings.locales });
  if (problems.length > 0) return { outcome: 'refused', problems };

  const areas = [...new Set(files.map(({ area }) => area))].sort();
  await compile({
    project: writeProject({ root, settings, areas }),
    outdir: path.join(root, 'generated', 'messages'),
    strategy: ['globalVariable', 'baseLocale'],
    emitTsDeclarations: true,
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
  });
  await bundleForNode({ root });
  const baseFiles = files.filter(({ locale }) => locale === settings.baseLocale);
  return { outcome: 'compiled', areas: areas.length, keys: baseFiles.reduce((sum, { keys }) => sum + keys.length, 0) };
}

type Settings = { baseLocale: string; locales: string[] };

function readSettings(root: string): Settings {
  return JSON.parse(readFileSync(path.join(root, 'project.inlang', 'settings.json'), 'utf8')) as Settings;
}

/** The compiler's project with the areas that exist now, beside its output: it also keeps a cache there. */
function writeProject({ root, settings, areas }: { root: string; settings: Settings; areas: string[] }): string {
  const project = path.join(root, 'generated', 'messages.inlang');
  mkdirSync(project, { recursive: true });
  const plugin = path.relative(path.dirname(project), path.join(root, 'node_modules/@inlang/plugin-message-format/dist/index.js'));
  const complete = {
    ...settings,
    modules: [plugin],
    'plugin.inlang.messageFormat': { pathPattern: areas.map((area) => `../messages/{locale}/${area}.json`) },
  };
  writeFileSync(path.join(project, 'settings.json'), `${JSON.stringify(complete, null, 2)}\n`);
  return project;
}
