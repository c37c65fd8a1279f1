import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { liveOrigins } from '#server/gateways/payment/braintree/browser-origins.ts';
import { openSite } from '../setup/site.ts';

/** PCI DSS 6.4.3: every script of a payment page is listed with its reason, and cannot be replaced unnoticed. */
type Listed = { pattern: string; why: string; integrity: string };
type Chunk = {
  file: string;
  name?: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
};
type Manifest = Record<string, Chunk>;

const client = path.resolve(import.meta.dirname, '../../dist/web/client');
const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;
const inventory = read<Listed[]>(path.join(import.meta.dirname, 'payment-scripts.json'));
const manifest = read<Manifest>(path.join(client, '.vite/manifest.json'));

const isListed = (script: string) => inventory.some(({ pattern }) => new RegExp(pattern).test(script));
const hashOf = (file: string) => `sha256-${createHash('sha256').update(readFileSync(file)).digest('base64')}`;

/** All chunks that a chunk loads, statically or later. */
function loadedBy(start: string, followLater: (key: string) => boolean): Set<string> {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const next of [...(chunk.imports ?? []), ...(followLater(key) ? (chunk.dynamicImports ?? []) : [])])
      visit(next);
  };
  visit(start);
  return seen;
}

/** The screens that show card fields, found by what they load. */
const payingScreens = Object.keys(manifest).filter((key) => {
  const screen = manifest[key];
  return (
    screen?.isDynamicEntry === true &&
    key.startsWith('features/') &&
    [...loadedBy(key, () => true)].some((loaded) => loaded.startsWith('payment-methods/card/'))
  );
});

test('SEC13: every script of a payment page is on the list', () => {
  expect(payingScreens).toContain('features/sign-up/payment/PaymentPage.tsx');
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? '';
  const scripts = new Set([
    ...loadedBy(entry, () => false),
    ...payingScreens.flatMap((screen) => [...loadedBy(screen, () => true)]),
  ]);
  expect(scripts.size).toBeGreaterThan(10);
  expect([...scripts].filter((script) => !isListed(script))).toEqual([]);
});

test('SEC13: every origin a payment page may load scripts from is on the list', () => {
  for (const environment of ['sandbox', 'production'] as const)
    expect(liveOrigins({ environment }).script.filter((origin) => !isListed(origin))).toEqual([]);
});

test('SEC13: the list has no unused entry', () => {
  const known = [...Object.keys(manifest), ...liveOrigins({ environment: 'production' }).script];
  expect(inventory.filter(({ pattern }) => !known.some((script) => new RegExp(pattern).test(script)))).toEqual([]);
  expect(inventory.every(({ why, integrity }) => why.length > 20 && integrity !== '')).toBe(true);
});

test('SEC13: a payment page as it is served: its scripts are ours, each with the hash of its file', async () => {
  const { app } = await openSite({ pages: true });
  const { body } = await app.inject('/app/join/payment');
  const elements = [...body.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes);
  const kinds = elements.map(
    (attributes) => /\b(?:src|type)="([^"]+)"/.exec(attributes.replace('type="module"', ''))?.[1] ?? 'inline',
  );
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry)?.file;
  expect(kinds.toSorted()).toEqual(['application/json', `/app/${entry}`, 'importmap', 'inline'].toSorted());
  // The inline script of the quick exit, which the page's nonce allows.
  expect(body).toContain('[data-leave]');
  const map = JSON.parse(/<script type="importmap"[^>]*>(.*?)<\/script>/s.exec(body)?.[1] ?? '{}') as {
    integrity: Record<string, string>;
  };
  const files = Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.js'));
  const main = elements.find((attributes) => attributes.includes(`/app/${entry}`));
  expect(main).toContain(hashOf(path.join(client, entry ?? '')));
  for (const file of files.filter((each) => each !== entry))
    expect(map.integrity[`/app/${file}`], file).toBe(hashOf(path.join(client, file)));
});
