import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cruise } from './cruise.ts';
import { vendors } from './layers.ts';

const project = path.resolve(import.meta.dirname, '../..');

/** One breach of every rule: the file that contains it, and what it imports. */
const breaches: { rule: string; file: string; imports: string }[] = [
  { rule: 'contract-is-pure', file: 'contract/impure.ts', imports: 'node:fs' },
  { rule: 'web-knows-only-the-contract', file: 'web/curious.tsx', imports: '#server/db/pool.ts' },
  { rule: 'rows-of-routes-stay-on-the-server', file: 'web/ui/heavy.ts', imports: '#contract/api/account.ts' },
  { rule: 'web-runs-in-a-browser', file: 'web/homesick.ts', imports: 'node:fs' },
  { rule: 'web-mock-do-not-look-up', file: 'web/mock/router.ts', imports: '../routes.tsx' },
  { rule: 'web-features-do-not-look-up', file: 'web/features/account/mocked.ts', imports: '#web/mock/screens.ts' },
  {
    rule: 'web-features-do-not-know-each-other',
    file: 'web/features/account/nosy.ts',
    imports: '#web/features/invite/screens.ts',
  },
  { rule: 'web-tasks-do-not-look-up', file: 'web/plans/climber.ts', imports: '#web/features/invite/screens.ts' },
  { rule: 'web-tasks-do-not-know-each-other', file: 'web/plans/nosy.ts', imports: '#web/checkout/checkout.ts' },
  { rule: 'web-parts-do-not-look-up', file: 'web/chrome/climber.ts', imports: '#web/checkout/checkout.ts' },
  { rule: 'web-problems-do-not-look-up', file: 'web/problems/climber.ts', imports: '#web/chrome/Page.ts' },
  { rule: 'web-parts-do-not-know-each-other', file: 'web/chrome/nosy.ts', imports: '#web/fields/field.ts' },
  { rule: 'web-tools-do-not-look-up', file: 'web/ui/climber.ts', imports: '#web/fields/field.ts' },
  { rule: 'web-tools-do-not-know-each-other', file: 'web/ui/caller.ts', imports: '#web/api/call.ts' },
  { rule: 'web-base-do-not-look-up', file: 'web/i18n/climber.ts', imports: '#web/api/call.ts' },
  { rule: 'web-base-do-not-know-each-other', file: 'web/i18n/nosy.ts', imports: '#web/site/addresses.ts' },
  { rule: 'server-does-not-know-web-or-sandbox', file: 'server/http/dazzled.ts', imports: '#web/site/addresses.ts' },
  { rule: 'sandbox-stands-alone', file: 'sandbox/borrower.ts', imports: '#contract/fields/money.ts' },
  { rule: 'client-stands-alone', file: 'client/src/borrower.ts', imports: '#contract/fields/money.ts' },
  { rule: 'domains-do-not-know-each-other', file: 'server/pricing/nosy.ts', imports: '../catalog/package.ts' },
  { rule: 'domains-do-not-look-up', file: 'server/catalog/climber.ts', imports: '../checkout/pay.ts' },
  { rule: 'checkout-does-not-know-flows', file: 'server/checkout/nosy.ts', imports: '../account/pay.ts' },
  { rule: 'flows-do-not-look-up', file: 'server/checkout/climber.ts', imports: '../http/route.ts' },
  { rule: 'calls-and-jobs-are-strangers', file: 'server/jobs/chatty.ts', imports: '../http/route.ts' },
  {
    rule: 'production-loads-no-development',
    file: 'server/http/traveller.ts',
    imports: '../development/movable-clock.ts',
  },
  { rule: 'infrastructure-does-not-look-up', file: 'server/db/climber.ts', imports: '../catalog/package.ts' },
  {
    rule: 'adapters-are-chosen-at-the-top',
    file: 'server/checkout/loyal.ts',
    imports: '../gateways/mail/smtp/send.ts',
  },
  { rule: 'adapters-do-not-know-each-other', file: 'server/gateways/mail/other/copy.ts', imports: '../smtp/send.ts' },
  { rule: 'nobody-imports-a-process', file: 'server/http/starter.ts', imports: '../main.ts' },
  { rule: 'release-does-not-need-tests', file: 'sandbox/tested.ts', imports: '#tests/thing.ts' },
  { rule: 'released-server-needs-no-tools', file: 'server/http/tooled.ts', imports: 'fast-check' },
  { rule: 'packages-are-declared', file: 'server/http/accident.ts', imports: 'estree-walker' },
  { rule: 'imports-exist', file: 'server/http/lost.ts', imports: './nowhere.ts' },
  { rule: 'no-circles', file: 'server/http/round.ts', imports: './about.ts' },
];

/**
 * Writes a breach of every rule into a temporary tree and returns the rules whose breach the check does not report. A
 * tool that cannot read TypeScript finds nothing, and would otherwise pass every check.
 */
export function findBlindRules(): string[] {
  const root = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-boundaries-'));
  try {
    plant(root);
    const { breaches: seen, instead } = cruise({ root });
    return Object.keys(instead).filter((rule) => !seen.some((breach) => breach.rule === rule));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function plant(root: string): void {
  cpSync(path.join(project, 'package.json'), path.join(root, 'package.json'));
  symlinkSync(path.join(project, 'node_modules'), path.join(root, 'node_modules'), 'dir');
  for (const { rule, file, imports } of breaches) {
    write(root, file, `import '${imports}';`);
    const target = targetOf(file, imports);
    if (target !== null && rule !== 'imports-exist') write(root, target, '');
  }
  write(root, 'server/http/about.ts', "import './round.ts';");
  // Imports each vendor package where it is forbidden: packages of the web in web/ui, all others in server/http.
  for (const [name, folder] of Object.entries(vendors)) {
    write(
      root,
      `${folder.startsWith('web') ? 'web/ui' : 'server/http'}/knows-${name.replaceAll('/', '-')}.ts`,
      `import '${name}';`,
    );
  }
}

/** The imported file of the project; null for a package. */
function targetOf(file: string, imports: string): string | null {
  if (imports.startsWith('#')) return imports.slice(1);
  return imports.startsWith('.') ? path.join(path.dirname(file), imports) : null;
}

function write(root: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), `${text}\nexport {};\n`);
}
