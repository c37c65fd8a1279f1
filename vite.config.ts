import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type ViteBuilder } from 'vite';
import { writePages, writeStaffPage } from './web/prerender-build.ts';

const web = join(import.meta.dirname, 'web');
const outDir = join(import.meta.dirname, 'dist/web');

/** The browser's files, then a build that can render on this machine, then the pages rendered with it. */
async function buildApp(builder: ViteBuilder): Promise<void> {
  const { client, prerender, staff } = builder.environments;
  if (!client || !prerender || !staff) throw new Error('vite.config.ts must define client, prerender and staff');
  await rm(outDir, { recursive: true, force: true });
  await builder.build(client);
  await builder.build(staff);
  await writeStaffPage(outDir);
  await builder.build(prerender);
  const entry = pathToFileURL(join(outDir, 'prerender/prerender.js')).href;
  await writePages({ outDir, iconFile: join(web, 'icon.svg'), prerender: await import(entry) });
}

/** Relative to the project's folder, whatever the folders above it are called. */
const fileOf = (id: string) => relative(import.meta.dirname, id).replaceAll('\\', '/');

/** What every page needs, as one file: each further one costs a phone another request, and compresses worse. */
const start = { name: 'start', tags: ['$initial' as const], priority: 1 };

/**
 * All schemas are one file, loaded once a form is visible: any of them in a screen's file would load all of them before
 * that screen. What only schemas need is in `choices`, because otherwise this file and the schemas' would import each
 * other; the build refuses that.
 */
const schemas = {
  name: 'schemas',
  test: (id: string) =>
    /^(?:node_modules\/zod\/|web\/.*-schemas?\.ts$)/.test(fileOf(id)) ||
    (fileOf(id).startsWith('contract/') && readFileSync(id, 'utf8').includes("from 'zod/mini'")),
  includeDependenciesRecursively: false,
};

/**
 * Code that several screens share, grouped by purpose. By default each set of screens gets files of its own, most of
 * them under a kilobyte: payment needed 43, and requesting so many delayed a phone longer than rendering the screen.
 * Earlier groups take precedence. Anything that would pull a heavy part into screens that do not need it stays
 * separate: `byte-budgets.ts` shows it.
 */
const shared = [
  { name: 'contract', files: /^contract\//, minShareCount: 14 },
  // Used by screens and schemas: in a screen's file, the schemas would load that screen.
  {
    name: 'choices',
    files: /^contract\/[\w-]+\/(?:fee-waiver|most-children|postal-codes|product-ids|referral-selections|username)\.ts$/,
    minShareCount: 1,
  },
  {
    name: 'forms',
    files: /^(?:node_modules\/react-hook-form|web\/ui\/form\/(?:use-contract-form|use-late-resolver|late-validation))/,
    includeDependenciesRecursively: false,
  },
  { name: 'parts', files: /^web\/(?:ui\/(?!form\/)|chrome\/|join-session\/step-page\/ProgressDots)/ },
  {
    name: 'calls',
    files: [
      /^web\/(?:api(?!\/(?:download|save)-file)|analytics|i18n|site)\//,
      /^web\/join-session\/(?!.*(?:What|InviteVis|take-links|link-parameters|invite-link))/,
      /^(?:web\/plans\/packages\/package-query|contract\/later-addresses)/,
      // In the file of the review, it would bring that to the plans.
      /^contract\/account\/refund\.ts$/,
      // Filling in names: in a part's file, it would load that part for every screen that names a person.
      /^generated\/messages\/(?:fill|texts\/account_the_other_parent)/,
    ],
  },
  {
    name: 'fields',
    files:
      /^web\/ui\/form\/(?!use-(?:contract|late|options)|late|Phone|phone|Password|OptionList|ChoiceGroup|Checkbox)/,
  },
  { name: 'choosing', files: /^web\/ui\/form\/(?:ChoiceGroup|CheckboxField)/ },
  { name: 'summary', files: /^web\/checkout\/(?:summary\/|use-quote|codes\/code-outcome)/ },
  { name: 'review', files: /^web\/checkout\/review\// },
  {
    name: 'outcome',
    files: [
      /^web\/checkout\/(?:methods\/offered|paying\/(?:LateConfirming|PaymentError|pay-outcome|use-paying))/,
      /^web\/payment-methods\/payment-method\./,
      /^generated\/messages\/texts\/payment_(?:confirming_heading|not_received)/,
    ],
  },
  { name: 'paying', files: /^web\/checkout\/(?:payment-choice|paying\/use-submit-payment)/ },
  {
    name: 'inviting',
    files: [/^web\/inviting\/(?:Timing\.|timing-text)/, /^web\/features\/sign-up\/(?:invite-calls|saved-timing)/],
  },
  {
    name: 'packages',
    files:
      /^web\/plans\/(?:packages\/(?!PackageChoice|PlanRows|[Dd]iff|TermToggle|use-running)|fee-waiver\/FeeWaiver\.)/,
  },
  { name: 'choice', files: /^web\/plans\/packages\// },
  {
    name: 'words',
    files: /^(?:generated\/messages\/texts\/ui_|contract\/(?:languages|address-lines|payment-types)\.ts)/,
  },
  { name: 'recovery', files: /^generated\/messages\/texts\/recovery_/ },
  {
    name: 'account',
    // Without the fresh proof, which most screens of the account never ask for.
    files: /^web\/(?:auth-session\/(?!fresh-)|features\/(?:account|invite|professional)\/)/,
    minShareCount: 6,
  },
].map(({ files, ...group }) => ({
  minShareCount: 2,
  ...group,
  test: (id: string) => [files].flat().some((each) => each.test(fileOf(id))),
}));

export default defineConfig({
  root: web,
  base: '/app/',
  publicDir: false,
  cacheDir: join(import.meta.dirname, 'node_modules/.vite'),
  plugins: [react()],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, emptyOutDir: false, reportCompressedSize: false },
  builder: { buildApp },
  environments: {
    client: {
      build: {
        outDir: join(outDir, 'client'),
        manifest: true,
        rolldownOptions: {
          input: join(web, 'main.tsx'),
          output: { codeSplitting: { groups: [start, schemas, ...shared] } },
        },
      },
    },
    // The console's files are never part of a parent's page: nothing is shared.
    staff: {
      consumer: 'client',
      build: {
        outDir: join(outDir, 'client'),
        assetsDir: 'assets/staff',
        manifest: '.vite/staff.json',
        rolldownOptions: { input: join(web, 'staff.tsx'), output: { entryFileNames: 'assets/staff/[name]-[hash].js' } },
      },
    },
    prerender: {
      consumer: 'server',
      build: {
        outDir: join(outDir, 'prerender'),
        ssr: true,
        rolldownOptions: { input: join(web, 'prerender.tsx'), output: { entryFileNames: 'prerender.js' } },
      },
    },
  },
});
