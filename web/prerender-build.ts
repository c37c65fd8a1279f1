import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Manifest } from 'vite';
import type { PageTable } from '#contract/boot.ts';
import type { NextFiles } from './fetch-ahead.ts';
import { nextScreens } from './next-screens.ts';
import type { RenderedPage } from './prerender.tsx';
import { type PageFiles, pageDocument, staffDocument } from './prerender-document.ts';

type Prerender = { renderPages: () => Promise<RenderedPage[]>; pageTable: () => Omit<PageTable, 'release'> };

const base = '/app/';
const entrySource = 'main.tsx';
const address = (file: string) => `${base}${file}`;

/** Writes the HTML pages, their table and the compressed assets, from a finished client build. `outDir` is absolute. */
export async function writePages({
  outDir,
  iconFile,
  prerender,
}: {
  outDir: string;
  iconFile: string;
  prerender: Prerender;
}) {
  const client = join(outDir, 'client');
  const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')) as Manifest;
  refuseCircles(manifest);
  const icon = await writeIcon(client, iconFile);
  const integrity = await integrityOf(client, manifest);
  const next = await writeNextFiles(client, manifest);
  const rendered = await prerender.renderPages();
  await mkdir(join(outDir, 'pages'), { recursive: true });
  for (const page of rendered) {
    const html = pageDocument(page, { ...filesOf(manifest, page), icon, next, integrity });
    await writeFile(join(outDir, 'pages', pageFileName(page)), html);
  }
  const table: PageTable = { release: releaseOf(manifest), ...prerender.pageTable() };
  await writeFile(join(outDir, 'pages', 'table.json'), `${JSON.stringify(table, null, 2)}\n`);
  await compressAssets(join(client, 'assets'));
}

/** Writes the console's single document and compresses its files, from its own finished build. */
export async function writeStaffPage(outDir: string): Promise<void> {
  const client = join(outDir, 'client');
  const manifest = JSON.parse(await readFile(join(client, '.vite/staff.json'), 'utf8')) as Manifest;
  const { file = '', css = [] } = manifest['staff.tsx'] ?? {};
  await writeFile(join(outDir, 'staff.html'), staffDocument({ script: address(file), styles: css.map(address) }));
  await compressAssets(join(client, 'assets/staff'));
}

/** File names contain content hashes, so that the list of names identifies the build. */
function releaseOf(manifest: Manifest): string {
  const files = Object.values(manifest).map(({ file }) => file);
  return createHash('sha256').update(files.sort().join()).digest('hex').slice(0, 12);
}

function pageFileName({ name, language, treatment }: Pick<RenderedPage, 'name' | 'language' | 'treatment'>): string {
  return `${name}${treatment ? '.treatment' : ''}.${language}.html`;
}

/** The entry and, for a screen, all its static imports. A skeleton needs only the entry's style sheets. */
function filesOf(
  manifest: Manifest,
  { sources, styledBy = [], kind }: Pick<RenderedPage, 'sources' | 'styledBy' | 'kind'>,
): Omit<PageFiles, 'icon' | 'next' | 'integrity'> {
  refuseLost(manifest, [entrySource, ...sources, ...styledBy]);
  const first = reach(manifest, [entrySource]);
  const chunksOf = (keys: string[]) => keys.flatMap((key) => manifest[key] ?? []);
  const stylesOf = (keys: string[]) => [...new Set(chunksOf(keys).flatMap(({ css }) => css ?? []))].map(address);
  const all = reach(manifest, [entrySource, ...sources]);
  const styles = stylesOf(kind === 'skeleton' ? first : [...all, ...styledBy]);
  const entry = manifest[entrySource]?.file ?? '';
  return {
    entry: address(entry),
    styles,
    laterStyles: stylesOf(all).filter((sheet) => !styles.includes(sheet)),
    modules: [...new Set(chunksOf(all).map(({ file }) => file))].filter((file) => file !== entry).map(address),
    fonts: [...new Set(chunksOf(all).flatMap(({ assets }) => assets ?? []))]
      .filter((file) => file.endsWith('.woff2'))
      .map(address),
  };
}

function refuseLost(manifest: Manifest, sources: readonly string[]): void {
  const lost = sources.find((source) => manifest[source] === undefined);
  if (lost) throw new Error(`The build has no ${lost}`);
}

/** Of two files that import each other one would run before its dependency. */
function refuseCircles(manifest: Manifest): void {
  const isCircular = (key: string) => reach(manifest, manifest[key]?.imports ?? []).includes(key);
  const circle = Object.keys(manifest).filter(isCircular);
  if (circle.length > 0)
    throw new Error(`The groups of vite.config.ts make files import each other: ${circle.join(', ')}`);
}

/**
 * What the next screens of each screen need beyond the files of every page, schemas included. Returns the table's URL.
 */
async function writeNextFiles(client: string, manifest: Manifest): Promise<string> {
  const everywhere = new Set(reach(manifest, [entrySource]));
  const filesAfter = (sources: readonly string[]) => {
    refuseLost(manifest, sources);
    const schemas = Object.keys(manifest)
      .filter((key) => manifest[key]?.name === 'schemas')
      .concat('ui/form/validation.ts');
    const chunks = reach(manifest, sources.length === 0 ? [] : [...sources, ...schemas]).filter(
      (key) => !everywhere.has(key),
    );
    return chunks.flatMap((key) => [manifest[key]?.file ?? [], manifest[key]?.css ?? []].flat().map(address));
  };
  const table: NextFiles = Object.fromEntries(
    [...nextScreens].map(([path, sources]) => [`${base.slice(0, -1)}${path}`, filesAfter(sources)]),
  );
  const content = JSON.stringify(table);
  const name = `assets/next-${createHash('sha256').update(content).digest('hex').slice(0, 8)}.json`;
  await writeFile(join(client, name), content);
  return address(name);
}

function reach(manifest: Manifest, keys: string[], seen = new Set<string>()): string[] {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    reach(manifest, manifest[key]?.imports ?? [], seen);
  }
  return [...seen];
}

/** 256 bits: every page carries all hashes, and longer ones would cost another round trip on a slow phone. */
async function integrityOf(client: string, manifest: Manifest): Promise<Record<string, string>> {
  const files = [...new Set(Object.values(manifest).map(({ file }) => file))]
    .filter((file) => file.endsWith('.js'))
    .sort();
  const hashes = files.map(async (file) => {
    const hash = createHash('sha256')
      .update(await readFile(join(client, file)))
      .digest('base64');
    return [`${base}${file}`, `sha256-${hash}`] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

async function writeIcon(client: string, iconFile: string): Promise<string> {
  const icon = await readFile(iconFile);
  const name = `assets/icon-${createHash('sha256').update(icon).digest('hex').slice(0, 8)}.svg`;
  await writeFile(join(client, name), icon);
  return `${base}${name}`;
}

const compress = { gzip: promisify(gzip), brotli: promisify(brotliCompress) };

async function compressAssets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(?:js|json|css|svg)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const content = await readFile(file);
      await writeFile(`${file}.gz`, await compress.gzip(content, { level: 9 }));
      await writeFile(
        `${file}.br`,
        await compress.brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      );
    }),
  );
}
