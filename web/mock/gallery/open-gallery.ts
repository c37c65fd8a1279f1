import type { Language } from '#contract/languages.ts';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import type { Manifest } from 'vite';
import { folderOf } from '#tests/setup/web-builds.ts';

export type Gallery = {
  /** A fresh browser profile with the gallery open and ready. */
  open: (options?: BrowserContextOptions) => Promise<Page>;
  origin: string;
  close: () => Promise<void>;
};

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };

/**
 * For tests: the web with its mock screens on a free port, and a browser. Pages stand in the language of the browser.
 */
export async function startGallery({ inOneFile = false } = {}): Promise<Gallery> {
  const folder = folderOf(inOneFile ? 'gallery-in-one-file' : 'gallery');
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
  const browser = await chromium.launch({ executablePath, args: flags });
  const open = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    await page.goto(`${origin}/app/join/mock/ui`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { open, origin, close };
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
