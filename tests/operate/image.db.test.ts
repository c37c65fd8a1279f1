import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { startProcess } from '../faults/killable-process.ts';
import { createTestDatabase } from '../setup/database/database.ts';
import { freePort } from '../setup/free-port.ts';
import { openSiteManifests } from './site-manifests.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** A folder with what deploy/Containerfile copies into the image. */
function layOutImage(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-image-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const containerfile = read('deploy/Containerfile');
  const copied = [...containerfile.matchAll(/^COPY --from=build \/app\/(\S+) \.\/(\S*)$/gm)];
  for (const [, from = '', to = ''] of copied) {
    if (to === 'node_modules')
      execFileSync(process.execPath, ['scripts/bundle/copy-packages.ts', folder], { cwd: root });
    else cpSync(path.join(root, from), path.join(folder, to === '' ? from : to), { recursive: true });
  }
  return folder;
}

test('the image is complete: the app serves its pages from it, with the configuration for Kubernetes', {
  timeout: 90_000,
}, async () => {
  const data = openSiteManifests('small').ofKind('ConfigMap')[0]?.data;
  const { stringData } = parse(read('deploy/kubernetes/secret.example.yaml')) as { stringData: Record<string, string> };
  const [port, metricsPort] = [await freePort(), await freePort()];
  const own = {
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: await createTestDatabase(),
    DRAIN_SECONDS: '0',
  };
  const image = layOutImage();
  // It must not contain a second Node, a PostgreSQL or a compiler.
  expect(readdirSync(path.join(image, 'node_modules'))).toContain('pdfkit');
  expect(readdirSync(path.join(image, 'node_modules')).length).toBeLessThan(80);
  const app = await startProcess({
    name: 'app',
    main: 'server/main.ts',
    folder: image,
    environment: { ...data, ...stringData, ...own },
    isUp: async () => (await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.ok ?? false,
  });
  onTestFinished(app.kill);
  const page = await fetch(`http://localhost:${port}/app/join/signup`);
  expect(page.status).toBe(200);
  expect(page.headers.get('strict-transport-security')).toContain('max-age');
  const script = /src="(\/app\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? '';
  expect((await fetch(`http://localhost:${port}${script}`)).status).toBe(200);
  // The server's data files must be included.
  expect((await fetch(`http://localhost:${port}/api/v2/countries`)).status).toBe(200);
  // So must those of packages.
  expect((await fetch(`http://localhost:${port}/api/docs/static/swagger-ui.css`)).status).toBe(200);
  expect((await fetch(`http://localhost:${metricsPort}/healthz`)).status).toBe(200);
  expect(await app.stop()).toBe(0);
});

test('a stack trace of the bundled server names the lines of its sources', () => {
  const sayWhere = `process.exit = () => { console.log(new Error().stack); process.reallyExit(0); };
    await import('./dist/migrate-main.mjs');`;
  const program = ['--enable-source-maps', '--input-type=module', '--eval', sayWhere];
  const said = execFileSync(process.execPath, program, { cwd: root, env: {}, encoding: 'utf8', stdio: 'pipe' });
  expect(said).toMatch(/\/server\/migrate-main\.ts:\d+:\d+/);
});
