import { seedCatalogue } from './catalog/seed-catalogue.ts';
import { systemClock } from './clock.ts';
import { createDb, createPool } from './db/pool.ts';
import { ensureDemonstrationCodes } from './pricing/activation-code-repository.ts';
import { ensureReferrers } from './pricing/referrer-repository.ts';

/**
 * Fills an empty catalogue; with `demonstration`, adds demonstration codes and referrers, which must not exist where
 * real money is taken.
 */
export async function seed({
  connectionString,
  demonstration,
}: {
  connectionString: string;
  demonstration: boolean;
}): Promise<void> {
  const db = createDb(createPool({ connectionString, max: 2, applicationName: 'evenkeel-seed' }));
  try {
    const { demonstrationCodes, demonstrationReferrers } = await seedCatalogue(db);
    if (!demonstration) return;
    await ensureDemonstrationCodes(db, demonstrationCodes, systemClock.now());
    await ensureReferrers(db, demonstrationReferrers);
  } finally {
    await db.destroy();
  }
}
