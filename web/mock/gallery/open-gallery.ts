import type { Language } from '#contract/languages.ts';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { BrowserContextOptions, Page } from '@playwright/test';
import type { Manifest } from 'vite';
import { freshPage, reusedPage } from '#tests/setup/reused-page.ts';
import { folderOf } from '#tests/setup/web-builds.ts';

export type Gallery = {
  /** The gallery in the page that all tests of a worker use, as if it were a new one. */
  open: (look?: Parameters<typeof reusedPage>[0]) => Promise<Page>;
  /** The gallery in a browser profile of its own, for what a page cannot take off again. */
  openAnew: (options?: BrowserContextOptions) => Promise<Page>;
  origin: string;
  close: () => void;
};

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };

/** For tests: the web with its mock screens on a free port. Pages stand in the language of the browser. */
export async function startGallery(): Promise<Gallery> {
  const folder = folderOf('gallery');
  const htmlIn = pageAround(folder);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://gallery').pathname;
    const asset = path.startsWith('/app/assets/');
    response.setHeader('content-type', asset ? (types[extname(path)] ?? 'text/plain') : 'text/html; charset=utf-8');
    if (asset) response.setHeader('cache-control', 'max-age=3600');
    response.end(asset ? readFileSync(join(folder, path.slice('/app/'.length))) : htmlIn(languageOf(request)));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const showParts = async (page: Page) => {
    await page.goto(`${origin}/app/join/mock/ui`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
  return {
    open: async (look) => showParts(await reusedPage(look)),
    openAnew: async (options) => showParts(await freshPage(options)),
    origin,
    close: () => void server.close(),
  };
}

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
