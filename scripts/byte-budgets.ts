import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/**
 * Budget in bytes of what a phone downloads before a screen is interactive: gzipped JavaScript with all static imports.
 * An empty page of React and its router is about 97 kB; the landing page may be 15 % larger, and its budget is below
 * that. Any other screen may add `laterScreenAllowance` to the landing page's actual size.
 */
export const firstScreen = { screen: 'features/sign-up/landing/Landing.tsx', budget: 104_800 };
export const laterScreenAllowance = 46_200;
/** The same, including what a form loads once it is visible: the schemas and the error texts. */
export const withValidationAllowance = 69_000;

type Chunk = { file: string; name?: string; imports?: string[]; isDynamicEntry?: boolean };
type Manifest = Record<string, Chunk>;

export type ScreenBytes = { screen: string; bytes: number; budget: number };

const entry = 'main.tsx';
/** Chunk names, as in `vite.config.ts`. */
const formsChunk = 'forms';
const schemasChunk = 'schemas';
const validation = 'ui/form/validation.ts';
export const heaviestForm = 'the heaviest form, with what it validates with';
/** Other dynamic entries are parts that a screen loads later. */
const screenModule = /^features\/.*\.tsx$/;
const hashInName = /-[\w-]{8}\.(?=(?:js|css)\b)/g;

/**
 * Measures every screen of a finished client build (`dist/web/client`), and the heaviest form with its validation.
 * Throws if the build lacks the landing page, to which all are compared, or one of the chunks of forms.
 */
export async function measureScreens({ clientDir }: { clientDir: string }): Promise<ScreenBytes[]> {
  const manifest = JSON.parse(await readFile(path.join(clientDir, '.vite/manifest.json'), 'utf8')) as Manifest;
  const screens = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && screenModule.test(key));
  if (!screens.includes(firstScreen.screen))
    throw new Error(`The build does not contain ${firstScreen.screen}: rename it in scripts/byte-budgets.ts`);
  const sizes = new Map<string, Promise<number>>();
  const sizeOf = (file: string) => {
    const known = sizes.get(file) ?? gzippedBytes(path.join(clientDir, file));
    sizes.set(file, known);
    return known;
  };
  const bytesOf = async (...keys: string[]) => {
    const files = filesOf({ manifest, keys: [entry, ...keys] });
    return (await Promise.all(files.map(sizeOf))).reduce((sum, size) => sum + size, 0);
  };
  const landing = await bytesOf(firstScreen.screen);
  const later = keysOfForms(manifest);
  const forms = screens.filter((screen) => filesOf({ manifest, keys: [screen] }).includes(later.forms));
  const validated = await Promise.all(forms.map((screen) => bytesOf(screen, later.schemas, validation)));
  const budgetOf = (screen: string) =>
    screen === firstScreen.screen ? firstScreen.budget : landing + laterScreenAllowance;
  return [
    ...(await Promise.all(
      screens.map(async (screen) => ({ screen, bytes: await bytesOf(screen), budget: budgetOf(screen) })),
    )),
    { screen: heaviestForm, bytes: Math.max(0, ...validated), budget: landing + withValidationAllowance },
  ];
}

/** The file of the form library, and the manifest key of the schemas. */
function keysOfForms(manifest: Manifest): { forms: string; schemas: string } {
  const keyOf = (chunk: string) => Object.keys(manifest).find((key) => manifest[key]?.name === chunk);
  const [forms, schemas] = [keyOf(formsChunk), keyOf(schemasChunk)];
  if (!forms || !schemas || !manifest[validation])
    throw new Error(
      `The build does not contain ${formsChunk}, ${schemasChunk} or ${validation}, the chunk names of vite.config.ts`,
    );
  return { forms: manifest[forms]?.file ?? '', schemas };
}

function filesOf({ manifest, keys }: { manifest: Manifest; keys: string[] }): string[] {
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return [...new Set([...seen].flatMap((key) => manifest[key]?.file ?? []))];
}

/** Without the hashes in the names of files, which compress differently in every build: up to 70 bytes a screen. */
async function gzippedBytes(file: string): Promise<number> {
  const code = (await readFile(file, 'latin1')).replaceAll(hashInName, '-00000000.');
  return (await promisify(gzip)(Buffer.from(code, 'latin1'), { level: 9 })).length;
}

/** Prints the table; returns whether every screen keeps its budget. */
export async function checkByteBudgets({ clientDir }: { clientDir: string }): Promise<boolean> {
  const measured = await measureScreens({ clientDir });
  for (const { screen, bytes, budget } of measured) {
    const verdict = bytes > budget ? `over its budget of ${budget}: load heavy parts on demand` : `of ${budget}`;
    console.log(`${String(bytes).padStart(8)}  ${screen}  ${verdict}`);
  }
  return measured.every(({ bytes, budget }) => bytes <= budget);
}

if (import.meta.main) {
  const clientDir = path.resolve(import.meta.dirname, '../dist/web/client');
  process.exitCode = (await checkByteBudgets({ clientDir })) ? 0 : 1;
}
