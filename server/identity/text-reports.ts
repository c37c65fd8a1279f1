import { after, type Clock, minutes } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db } from '../db/pool.ts';
import type { TextReport } from '../gateways/sms/port.ts';

type Dependencies = { db: Db; clock: Clock };

/** Records the provider's report on an accepted text: later, if it arrives before we have recorded the response. */
export async function recordTextReport(dependencies: Dependencies, report: TextReport): Promise<void> {
  if (await applyTextReport(dependencies, report)) return;
  const at = dependencies.clock.now();
  await enqueue(dependencies.db, {
    name: 'record-text-report',
    payload: { ...report, until: after(at, minutes(10)).toISOString() },
    key: `text-report:${report.providerId}:${report.fate}`,
    runAt: after(at, minutes(1)),
  });
}

/** Reports arrive in any order: a delivery stays one. False if no text has this id. */
export async function applyTextReport({ db, clock }: Dependencies, { providerId, fate }: TextReport): Promise<boolean> {
  const changed = await db
    .updateTable('sentTexts')
    .set({ fate, at: clock.now() })
    .where('providerId', '=', providerId)
    .where('fate', 'in', fate === 'DELIVERED' ? ['SENT', 'UNDELIVERED'] : ['SENT'])
    .returning('textId')
    .executeTakeFirst();
  if (changed) return true;
  const text = db.selectFrom('sentTexts').select('textId').where('providerId', '=', providerId);
  return (await text.executeTakeFirst()) !== undefined;
}
