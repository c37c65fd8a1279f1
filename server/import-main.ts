import { parseArgs } from 'node:util';
import { utcDay } from '#contract/fields/day.ts';
import { day } from '#contract/fields/fields.ts';
import { catalogReader } from './catalog/catalog-reader.ts';
import { systemClock } from './clock.ts';
import { databaseUrlIn } from './config.ts';
import { createDb, createPool } from './db/pool.ts';
import { schemaState } from './db/schema-state.ts';
import { importFiles } from './import/import-files.ts';

const path = { type: 'string' } as const;

/**
 * Imports people from another system (docs/import.md). Without `--apply` nothing is written. True if no row has a
 * problem.
 */
async function run(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      people: path,
      children: path,
      'payment-methods': path,
      plans: path,
      'renews-from': path,
      apply: { type: 'boolean', default: false },
    },
  });
  const { apply, 'renews-from': from, ...paths } = values;
  const renewsFrom = day.safeParse(from);
  if (paths.plans !== undefined && !renewsFrom.success)
    throw new Error('Missing or invalid option --renews-from: the first day on which plans renew here, YYYY-MM-DD');
  const DATABASE_URL = databaseUrlIn(process.env);
  const db = createDb(createPool({ connectionString: DATABASE_URL, max: 1, applicationName: 'evenkeel-import' }));
  let isRight = true;
  try {
    if ((await schemaState(db)).state === 'behind')
      throw new Error('the database is behind this release. Start the site, or run migrate-main, first');
    const catalog = await catalogReader({ db, clock: systemClock })();
    const at = systemClock.now();
    const context = { catalog, renewsFrom: renewsFrom.data ?? utcDay(at), at };
    const { counts, cutOver } = await importFiles(
      {
        db,
        context,
        isDryRun: !apply,
        onProblem: (file, { line, column, code }) => {
          isRight = false;
          process.stderr.write(`${file}:${line}: ${column}: ${code}\n`);
        },
      },
      paths,
    );
    for (const [name, { rows, imported, updated, unchanged, problems }] of Object.entries(counts))
      process.stdout.write(
        `${name}: ${rows} rows, ${imported} new, ${updated} updated, ${unchanged} unchanged, ${problems} problems\n`,
      );
    if (cutOver)
      process.stdout.write(
        `renewals: ${cutOver.moved} plans moved to ${from}, ${cutOver.kept} keep their day because that or the new day has passed\n`,
      );
  } finally {
    await db.destroy();
  }
  process.stdout.write(apply ? 'Written.\n' : 'Nothing was written: run again with --apply.\n');
  return isRight;
}

run().then(
  (isRight) => {
    process.exitCode = isRight ? 0 : 1;
  },
  (error: unknown) => {
    process.stderr.write(`The import stopped: ${error instanceof Error ? error.message : 'unknown error'}\n`);
    process.exitCode = 2;
  },
);
