import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createApp } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { createServer } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../tests/setup/free-port.ts';
import { bootFrom } from './development-pages.ts';

/** An app whose pages echo the language and the cookies of the request. */
async function startApp(): Promise<string> {
  const port = await freePort();
  const app = createApp(({ headers }, response) => {
    const asked = `${headers['accept-language'] ?? ''} ${headers.cookie ?? ''}`;
    response.end(`<script id="boot" type="application/json">${asked}</script>`);
  });
  await new Promise<void>((resolve) => app.listen(port, resolve));
  onTestFinished(() => void app.close());
  return `http://localhost:${port}`;
}

test('in development a page gets the boot data of its visitor: language and experiments', async () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-pages-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(path.join(root, 'index.html'), '<html><body><div id="root"></div></body></html>');
  const port = await freePort();
  const plugins = [bootFrom(await startApp())];
  const pages = await createServer({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins,
    server: { port, ws: false },
  });
  onTestFinished(() => pages.close());
  await pages.listen();
  const asked = [
    { 'accept-language': 'es', cookie: 'language=es' },
    { 'accept-language': 'en', cookie: 'language=en' },
  ];
  const answers = asked.map(async (headers) =>
    (await fetch(`http://localhost:${port}/app/join/mock/packages/p0`, { headers })).text(),
  );
  const [spanish, english] = await Promise.all(answers);
  expect(spanish).toContain('>es language=es</script>');
  expect(english).toContain('>en language=en</script>');
});
