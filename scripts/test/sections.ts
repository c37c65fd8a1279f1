import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { installWhenMissing } from '../bootstrap.mjs';
import { findChromium, thisMachine } from '../find-chromium.ts';
import { buildAll, buildMessages } from '../start/builds.ts';
import { checkCode } from './code-checks.ts';
import { countTests } from './count-tests.ts';
import { type Outcome, oneFailed, onePassed } from './outcome.ts';
import type { Parallel } from './run-in-parallel.ts';
import { type Output, root, runNode } from './run-tool.ts';

export type Section = {
  name: string;
  title: string;
  /** `options`: what the caller typed after the section's name, such as a file or a title, for the tool. */
  run: (options: string[], output: Output) => Promise<Outcome>;
  /** Adjacent sections with the same group run in parallel, two at a time, the longest (`seconds`, about) first. */
  parallel?: Parallel;
  /** Runs only when named: it takes many minutes, or needs an idle machine. */
  onlyByName?: true;
};

const check =
  (program: string) =>
  async (options: string[], output: Output): Promise<Outcome> =>
    (await runNode({ program, options, output })) === 0 ? onePassed : oneFailed;

const codeCheck =
  (name: Parameters<typeof checkCode>[0]) =>
  async (options: string[], output: Output): Promise<Outcome> =>
    (await checkCode(name, options, output)) === 0 ? onePassed : oneFailed;

/** How many random cases the properties try in the matrix. */
const manyLives = {
  EVENT_TIMELINES: '1000',
  MONEY_TIMELINES: '100',
  OFFERED_STATES: '60',
  OWNERSHIP_RUNS: '1000',
  SENTENCES: '20',
  STAFF_RUNS: '10',
  TIMELINES: '400',
};

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
    run: codeCheck('lint'),
    parallel: { group: 'browser', seconds: 15 },
  },
  {
    name: 'format',
    title: 'Format (npm run format mends it)',
    run: codeCheck('format'),
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
    run: codeCheck('unused'),
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
  // The matrix: what `npm test` has proved once, in the other language, in every state, and with more random cases.
  {
    name: 'browser-matrix',
    title: 'Matrix: every screen in every state, narrow and wide, in both languages and colour schemes',
    run: vitest('browser', { TEST_RING: 'matrix' }, ['web/mock/mock-screens.browser.test.ts']),
    onlyByName: true,
  },
  {
    name: 'api-matrix',
    title: 'Matrix: properties over many random lives',
    run: vitest('api', manyLives, [
      'tests/api/account/offered-account-actions.test.ts',
      'tests/api/invites/offered-invites.test.ts',
      'tests/api/sign-in/ownership-model.test.ts',
      'tests/api/staff/staff-ownership.test.ts',
      'tests/api/plans/what-mails-say-of-plans.test.ts',
      'tests/billing',
      'tests/events/event-timelines.db.test.ts',
    ]),
    onlyByName: true,
  },
  {
    name: 'postgres-matrix',
    title: 'Matrix: migrations, purchases and faults on PostgreSQL 15 (npm test runs on 18)',
    run: onPostgres15,
    onlyByName: true,
  },
  {
    name: 'journeys-matrix',
    title: 'Matrix: journeys in the other language',
    run: journeys({ apps: 2, environment: { TEST_RING: 'matrix' } }),
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

/** Of the faults, those that a version of PostgreSQL may answer differently: no others, which take minutes. */
const faultsOfDatabases = [
  'backup',
  'database-restart',
  'lost-payments',
  'mail-goes-later',
  'payments-given-up',
  'renewals-sent-again',
  'replica',
  'several-processes',
  'storm',
];

/** The oldest version that is supported; all other sections run on the newest. */
function onPostgres15(options: string[], output: Output): Promise<Outcome> {
  installWhenMissing('tools/postgres-15');
  return vitest('api', { TEST_POSTGRES: '15' }, [
    'server/db',
    'tests/operate/postgres-versions.db.test.ts',
    'tests/operate/migrate-main.db.test.ts',
    'tests/api/payments/one-email.test.ts',
    ...faultsOfDatabases.map((name) => `tests/faults/${name}.test.ts`),
  ])(options, output);
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

type Project = 'unit' | 'api' | 'browser' | 'faults' | 'lighthouse';

function vitest(project: Project, ring: Record<string, string> = {}, files: readonly string[] = []) {
  return async (options: string[], output: Output): Promise<Outcome> => {
    const file = reportFile(project);
    // Tests that start the site's own processes, or look at its pages, need the built web.
    await (project === 'unit' ? buildMessages({ root, output }) : buildAll({ root, output }));
    const environment = project === 'browser' || project === 'lighthouse' ? await chromiumEnvironment() : {};
    const fixed = [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--silent=passed-only',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ];
    const exitCode = await runNode({
      program: 'node_modules/vitest/vitest.mjs',
      options: [...fixed, ...files, ...options],
      output,
      environment: { ...environment, ...ring },
    });
    return countTests({ file, runner: 'vitest', exitCode });
  };
}

function journeys({ apps, environment = {} }: { apps: number; environment?: Record<string, string> }) {
  return async (options: string[], output: Output): Promise<Outcome> => {
    const file = reportFile('journeys');
    await buildAll({ root, output });
    const report = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_HTML_OPEN: 'never' };
    const exitCode = await runNode({
      program: 'node_modules/@playwright/test/cli.js',
      options: ['test', '--reporter=list,json', ...options],
      output,
      environment: { ...(await chromiumEnvironment()), ...environment, ...report, JOURNEY_APPS: String(apps) },
    });
    return countTests({ file, runner: 'playwright', exitCode });
  };
}
