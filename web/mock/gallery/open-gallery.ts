import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { BrowserContextOptions, Page } from '@playwright/test';
import type { Manifest } from 'vite';
import type { Language } from '#contract/fields/languages.ts';
import { freshPage, reusedPage } from '#tests/setup/browser/reused-page.ts';
import { folderOf, type WebBuild } from '#tests/setup/browser/web-builds.ts';

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };

/** The web with its mock screens on a free port. Pages are in the browser's language. */
async function serve(build: WebBuild): Promise<string> {
  const folder = folderOf(build);
  const htmlIn = pageAround(folder);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://gallery').pathname;
    const asset = path.startsWith('/app/assets/');
    response.setHeader('content-type', asset ? (types[extname(path)] ?? 'text/plain') : 'text/html; charset=utf-8');
    if (asset) response.setHeader('cache-control', 'max-age=3600');
    response.end(asset ? readFileSync(join(folder, path.slice('/app/'.length))) : htmlIn(languageOf(request)));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  server.unref();
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

async function openGallery(build: WebBuild) {
  const origin = await serve(build);
  const showParts = async (page: Page): Promise<Page> => {
    await page.goto(`${origin}/app/join/mock/ui`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
  return {
    origin,
    /** In the worker's shared page, reset like a new one. */
    open: async (look?: Parameters<typeof reusedPage>[0]) => showParts(await reusedPage(look)),
    /** In a browser profile of its own, for changes that a page cannot reset. */
    openAnew: async (options?: BrowserContextOptions) => showParts(await freshPage(options)),
  };
}

/** One server for all test files of a worker, which ends with it. */
export const gallery = await openGallery('gallery');

/** With each screen's code in files of its own, for tests that block or delay one. */
export const galleryInParts = await openGallery('gallery-in-parts');

const languageOf = ({ headers }: IncomingMessage): Language =>
  headers['accept-language']?.startsWith('es') ? 'es' : 'en';

/** The page around the built code, for a browser of that language. */
function pageAround(folder: string): (language: Language) => string {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const entry = manifest['main.tsx'];
  const styles = (entry?.css ?? []).map((file) => `<link rel="stylesheet" href="/app/${file}">`).join('');
  return (
    language,
  ) => `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Gallery</title>${styles}<script type="application/json" id="boot">{"language":"${language}"}</script><div id="root"></div>
<script type="module" src="/app/${entry?.file}"></script></html>`;
}
