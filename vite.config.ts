import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type ViteBuilder } from 'vite';
import { browserContract } from './web/build/browser-contract.ts';
import { browserTexts } from './web/build/browser-texts.ts';
import { writePages } from './web/prerender-build.ts';

const web = join(import.meta.dirname, 'web');
const outDir = join(import.meta.dirname, 'dist/web');

/** The browser's files, then a build that can render on this machine, then the pages made with it. */
async function buildApp(builder: ViteBuilder): Promise<void> {
  const { client, prerender } = builder.environments;
  if (!client || !prerender) throw new Error('vite.config.ts must define the environments client and prerender');
  await rm(outDir, { recursive: true, force: true });
  await builder.build(client);
  await builder.build(prerender);
  const entry = pathToFileURL(join(outDir, 'prerender/prerender.js')).href;
  await writePages({ outDir, iconFile: join(web, 'icon.svg'), prerender: await import(entry) });
}

/** What every page needs, as one file: each further one costs a phone a turn in the queue, and compresses worse. */
const start = { name: 'start', tags: ['$initial' as const], priority: 1 };

export default defineConfig({
  root: web,
  base: '/app/',
  publicDir: false,
  cacheDir: join(import.meta.dirname, 'node_modules/.vite'),
  plugins: [browserContract(), browserTexts(), react()],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, emptyOutDir: false, reportCompressedSize: false },
  builder: { buildApp },
  environments: {
    client: {
      build: {
        outDir: join(outDir, 'client'),
        manifest: true,
        rolldownOptions: { input: join(web, 'main.tsx'), output: { codeSplitting: { groups: [start] } } },
      },
    },
    prerender: {
      consumer: 'server',
      build: {
        outDir: join(outDir, 'prerender'),
        ssr: true,
        rolldownOptions: { input: join(web, 'prerender.tsx'), output: { entryFileNames: 'prerender.js' } },
      },
    },
  },
});
