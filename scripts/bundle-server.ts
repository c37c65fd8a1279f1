import { globSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build, type OutputChunk, type PreRenderedChunk } from 'rolldown';
import { externalPackages } from './bundle/external-packages.ts';
import { httpWithoutClient } from './bundle/http-without-client.ts';

const root = path.resolve(import.meta.dirname, '..');
const programs = ['main', 'worker', 'migrate-main', 'evidence-main', 'endpoints-main', 'import-main', 'go-live-main'];

type Chunk = Pick<PreRenderedChunk | OutputChunk, 'moduleIds'>;

const isOfPackages = ({ moduleIds }: Chunk) =>
  moduleIds.every((id) => !id.startsWith('/') || id.includes('/node_modules/'));

/**
 * Bundles the server's programs and their packages into a few files. Like `server/main.ts`, `dist/main.mjs` is one
 * folder below the project, so that relative paths stay valid.
 */
async function bundle(): Promise<void> {
  const outDir = path.join(root, 'dist');
  rmSync(path.join(outDir, 'server'), { recursive: true, force: true });
  await build({
    cwd: root,
    input: Object.fromEntries(programs.map((name) => [name, `server/${name}.ts`])),
    platform: 'node',
    plugins: [httpWithoutClient],
    external: externalPackages.map((name) => new RegExp(`^${name}($|/)`)),
    // Includes the data files that modules read.
    experimental: { resolveNewUrlToAsset: true },
    logLevel: 'warn',
    output: {
      dir: outDir,
      entryFileNames: '[name].mjs',
      // Node prints no deprecation warnings for files below a node_modules folder.
      chunkFileNames: (chunk) => (isOfPackages(chunk) ? 'server/node_modules/[name].mjs' : 'server/[name].mjs'),
      assetFileNames: 'server/[name][extname]',
      codeSplitting: { groups: [{ name: 'packages', test: /\/node_modules\//, tags: ['$initial'] }] },
      // For stack traces with our source lines. Maps of packages would cost a third of the start time.
      sourcemap: 'hidden',
      sourcemapExcludeSources: true,
      footer: (chunk) => (isOfPackages(chunk) ? '' : `//# sourceMappingURL=${path.basename(chunk.fileName)}.map`),
    },
  });
  for (const map of globSync(path.join(outDir, 'server/node_modules/*.map'))) rmSync(map);
}

await bundle();
