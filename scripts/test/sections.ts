import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { installWhenMissing } from '../bootstrap.mjs';
import { findChromium, thisMachine } from '../find-chromium.ts';
import { buildAll, buildMessages } from '../start/builds.ts';
import { countTests } from './count-tests.ts';
import { oneFailed, onePassed, type Outcome } from './outcome.ts';
import type { Parallel } from './run-in-parallel.ts';
import { type Output, root, runNode } from './run-tool.ts';

export type Section = {
  name: string;
  title: string;
  /** `options`: what the caller typed after the section's name, such as a file or a title, for the tool. */
  run: (options: string[], output: Output) => Promise<Outcome>;
  /** Neighbours with the same group run in parallel, two at a time, the longest (`seconds`, about) first. */
  parallel?: Parallel;
  /** Runs only when named: it takes many minutes, or needs an idle machine. */
  onlyByName?: true;
};

const check =
  (program: string, ...fixed: string[]) =>
  async (options: string[], output: Output): Promise<Outcome> =>
    (await runNode({ program, options: [...fixed, ...options], output })) === 0 ? onePassed : oneFailed;

/** In the order in which they are reported: fast ones that explain later failures come first. */
export const sections: Section[] = [
  { name: 'messages', title: 'Messages: every text in both languages', run: check('scripts/compile-messages.ts') },
  { name: 'web', title: 'Web build and byte budgets', run: buildWeb },
  {
    name: 'lockfile',
    title: 'Lockfile: a fresh clone can install it',
    run: check('scripts/check-lockfile.ts'),
    parallel: { group: 'browser', seconds: 1 },
  },
  {
    name: 'types',
    title: 'Types',
    run: check('scripts/check-types.ts'),
    parallel: { group: 'browser', seconds: 20 },
  },
  {
    name: 'lint',
    title: 'Lint',
    run: check('node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
    parallel: { group: 'browser', seconds: 15 },
  },
  {
    name: 'format',
    title: 'Format (npm run format mends it)',
    run: check('node_modules/@biomejs/biome/bin/biome', 'format', '.'),
    parallel: { group: 'browser', seconds: 1 },
  },
  {
    name: 'boundaries',
    title: 'Boundaries: who may import whom',
    run: check('scripts/check-boundaries.ts'),
    parallel: { group: 'browser', seconds: 4 },
  },
  {
    name: 'unused',
    title: 'Unused files, exports and packages',
    run: check('node_modules/knip/bin/knip.js'),
    parallel: { group: 'browser', seconds: 4 },
  },
  {
    name: 'sizes',
    title: 'Sizes and names of files',
    run: check('scripts/check-sizes.ts'),
    parallel: { group: 'browser', seconds: 1 },
  },
  {
    name: 'browser',
    title: 'Parts of the web, in a real browser',
    run: vitest('browser'),
    parallel: { group: 'browser', seconds: 130 },
  },
  { name: 'unit', title: 'Unit tests', run: vitest('unit'), parallel: { group: 'api', seconds: 30 } },
  // Not beside the browser: three test processes and two browsers slow one another down.
  {
    name: 'api',
    title: 'API and fault tests, on a real PostgreSQL',
    run: vitest('api'),
    parallel: { group: 'api', seconds: 230 },
  },
  {
    name: 'journeys',
    title: 'Journeys, in a real browser, on two app processes and a worker',
    run: journeys({ apps: 2 }),
  },
  {
    name: 'journeys-on-one',
    title: 'Journeys on one process, as npm start runs it',
    run: journeys({ apps: 1 }),
    onlyByName: true,
  },
  {
    name: 'faults',
    title: 'Faults, the long form: hundreds of people, real minutes',
    run: vitest('faults'),
    onlyByName: true,
  },
  { name: 'lighthouse', title: 'Lighthouse: the public pages on a simulated phone', run: lighthouse, onlyByName: true },
];

/** Builds first, so that the section also works alone; the builds are skipped if nothing changed. */
async function buildWeb(_options: string[], output: Output): Promise<Outcome> {
  await buildAll({ root, output });
  return check('scripts/byte-budgets.ts')([], output);
}

function lighthouse(options: string[], output: Output): Promise<Outcome> {
  installWhenMissing('tools/page-audit');
  return vitest('lighthouse')(options, output);
}

function reportFile(name: string): string {
  const folder = path.join(root, 'generated', 'reports');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

async function chromiumEnvironment(): Promise<Record<string, string>> {
  const { executablePath } = findChromium(await thisMachine());
  return { CHROMIUM_PATH: executablePath };
}

function vitest(project: 'unit' | 'api' | 'browser' | 'faults' | 'lighthouse') {
  return async (options: string[], output: Output): Promise<Outcome> => {
    const [file, retries] = [reportFile(project), reportFile(`${project}-retried`)];
    // Tests that start the site's own processes, or look at its pages, need the built web.
    await (project === 'unit' ? buildMessages({ root, output }) : buildAll({ root, output }));
    const environment = project === 'browser' || project === 'lighthouse' ? await chromiumEnvironment() : {};
    const fixed = [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=./scripts/test/retried-tests.ts',
      '--silent=passed-only',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ];
    const exitCode = await runNode({
      program: 'node_modules/vitest/vitest.mjs',
      options: [...fixed, ...options],
      output,
      environment: { ...environment, RETRIED_TESTS_FILE: retries },
    });
    return countTests({ file, runner: 'vitest', exitCode, retries });
  };
}

function journeys({ apps }: { apps: number }) {
  return async (options: string[], output: Output): Promise<Outcome> => {
    const file = reportFile('journeys');
    await buildAll({ root, output });
    const report = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_HTML_OPEN: 'never' };
    const exitCode = await runNode({
      program: 'node_modules/@playwright/test/cli.js',
      options: ['test', '--reporter=list,json', ...options],
      output,
      environment: { ...(await chromiumEnvironment()), ...report, JOURNEY_APPS: String(apps) },
    });
    return countTests({ file, runner: 'playwright', exitCode });
  };
}
