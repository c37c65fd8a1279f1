import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { createServer, type Plugin } from 'vite';
import type { StartedProcess } from './start-process.ts';

/** Paths that the app serves. The staff console among them is served as built, and does not reload. */
const ofTheApp = ['/api', '/healthz', '/readyz', '/staff', '/app/assets/staff'];

/** Vite on the public port: modules reload as they change, every call and the boot data come from the app behind it. */
export async function startDevelopmentPages(options: {
  root: string;
  port: number;
  appPort: number;
}): Promise<StartedProcess> {
  const { root, port, appPort } = options;
  const app = `http://localhost:${appPort}`;
  const passOn = { target: app, changeOrigin: false };
  const vite = await createServer({
    configFile: path.join(root, 'vite.config.ts'),
    plugins: [bootFrom(app)],
    server: { port, strictPort: true, proxy: Object.fromEntries(ofTheApp.map((path) => [path, passOn])) },
  });
  await vite.listen();
  return { name: 'web', lost: new Promise(() => {}), stop: () => vite.close() };
}

const bootElement = /<script[^>]*\bid="boot"[^>]*>[\s\S]*?<\/script>/;

/** The headers by which the server chooses a page's language and experiments. */
const forwardedHeaders = ['accept-language', 'cookie'] as const;

/**
 * Inserts the boot element of the page that the app would have sent this visitor for the same address. Cookies that the
 * app sets with it are dropped; the page's calls set them.
 */
export function bootFrom(app: string): Plugin {
  const requestHeaders = new AsyncLocalStorage<IncomingHttpHeaders>();
  return {
    name: 'evenkeel-boot-data',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => requestHeaders.run(request.headers, next));
    },
    transformIndexHtml: async (html, { originalUrl }) => {
      const received = requestHeaders.getStore() ?? {};
      const headers = forwardedHeaders.flatMap((name) =>
        received[name] === undefined ? [] : [[name, received[name]] as [string, string]],
      );
      const answer = await fetch(new URL(originalUrl ?? '/app/join/signup', app), { redirect: 'follow', headers });
      const [element] = bootElement.exec(await answer.text()) ?? [];
      return element ? html.replace('<div id="root"', `${element}\n    <div id="root"`) : html;
    },
  };
}
