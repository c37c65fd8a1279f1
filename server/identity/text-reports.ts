import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { TextReport } from '../gateways/sms/port.ts';

/** What the provider reports of a text that it took. Reports come in any order: a delivery stays one. */
export async function recordTextReport(
  { db, clock }: { db: Db; clock: Clock },
  { providerId, fate }: TextReport,
): Promise<void> {
  await db
    .updateTable('sentTexts')
    .set({ fate, at: clock.now() })
    .where('providerId', '=', providerId)
    .where('fate', 'in', fate === 'DELIVERED' ? ['SENT', 'UNDELIVERED'] : ['SENT'])
    .execute();
}
