import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
type Lockfile = { packages: Record<string, { version: string; dev?: boolean }> };
type Bill = { bomFormat: string; components: { name: string; group?: string; version: string }[] };

test('the bill of materials names what an image installs in its exact version, and no development tool', () => {
  const { scripts } = readJson('package.json') as { scripts: Record<string, string> };
  const { stdout } = spawnSync(process.execPath, (scripts['sbom'] ?? '').split(' ').slice(1), {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const bill = JSON.parse(stdout) as Bill;
  expect(bill.bomFormat).toBe('CycloneDX');
  const listed = bill.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name} ${version}`);
  const { packages } = readJson('package-lock.json') as Lockfile;
  const installed = Object.entries(packages)
    .filter(([place, { dev }]) => place !== '' && !dev)
    .map(([place, { version }]) => `${place.slice(place.lastIndexOf('node_modules/') + 13)} ${version}`);
  expect(new Set(listed)).toEqual(new Set(installed));
});
