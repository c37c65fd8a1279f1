import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, createBuilder } from 'vite';
import type { TestProject } from 'vitest/node';
import type { WebBuild } from './web-builds.ts';

const root = join(import.meta.dirname, '../../..');

/**
 * In mode `development`, which includes the mock screens. In one file unless a test blocks a part: the page with every
 * screen would load two hundred, which takes three times as long.
 */
async function buildGallery(outDir: string, { inParts }: { inParts: boolean }): Promise<void> {
  const inOneFile = { rolldownOptions: { output: { codeSplitting: false } } };
  const environments = { client: { build: { outDir, ...(inParts ? { minify: false } : inOneFile) } } };
  const builder = await createBuilder({
    configFile: join(root, 'vite.config.ts'),
    mode: 'development',
    logLevel: 'error',
    environments,
  });
  if (!builder.environments.client) throw new Error('vite.config.ts must define the environment client');
  await builder.build(builder.environments.client);
}

/** `gallery.html` and its assets. */
async function buildPaymentMethods(outDir: string): Promise<void> {
  const folder = join(root, 'web/mock/payment-methods');
  const rolldownOptions = { input: join(folder, 'gallery.html') };
  await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    plugins: [react()],
    build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false }, rolldownOptions },
  });
}

const builds: Record<WebBuild, (outDir: string) => Promise<void>> = {
  gallery: (outDir) => buildGallery(outDir, { inParts: false }),
  'gallery-in-parts': (outDir) => buildGallery(outDir, { inParts: true }),
  'payment-methods': buildPaymentMethods,
};

/** Vite and React use this variable to include developer checks, which cost a page a third of its time. */
async function asShipped(work: () => Promise<unknown>): Promise<void> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

/** Once per run, before the first test file. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'evenkeel-web-'));
  const close = () => rmSync(folder, { recursive: true });
  try {
    await asShipped(() => Promise.all(Object.entries(builds).map(([name, into]) => into(join(folder, name)))));
  } catch (error) {
    close();
    throw error;
  }
  project.provide('webBuildsFolder', folder);
  return close;
}
