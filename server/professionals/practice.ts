import type { readPractice as readRoute } from '#contract/api/professionals/professional-account.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { stepTwo } from '#contract/professionals/professional.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { recordActivity } from '../identity/activity.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { practiceAddress, readProfessional } from './professional-repository.ts';
import { refuseStep, stepIssues } from './validate-step.ts';

export async function readOwnPractice(
  db: Db,
  professionalId: string,
): Promise<AnswerOf<typeof readRoute> | Refusal<'NOT_FOUND'>> {
  const found = await readProfessional(db, professionalId);
  if (!found) return refuse('NOT_FOUND');
  const { practiceName, roles } = found.profile;
  return { practiceName, roles, ...practiceAddress(found.user), timezone: found.user.timeZone ?? '' };
}

type Change = { professionalId: string; device: string; values: unknown; language: Language };

/**
 * Changes practice, address, time zone and roles, validated as in the sign-up. Prices and taxes of later purchases
 * follow; existing families keep their prices.
 */
export async function changeOwnPractice(
  { db, clock }: { db: Db; clock: Clock },
  { professionalId, device, values, language }: Change,
): Promise<{ saved: true } | Refusal<'NOT_FOUND' | 'STEP_INVALID'>> {
  const issues = stepIssues('TWO', values);
  if (issues.length > 0) return refuseStep(issues, language);
  const { practiceName, roles, timezone, ...address } = stepTwo.parse(values);
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set({ ...address, timeZone: timezone, updatedAt: at })
      .where('id', '=', professionalId)
      .execute();
    const saved = await trx
      .updateTable('professionals')
      .set({ practiceName, roles: [...new Set(roles)] })
      .where('userId', '=', professionalId)
      .returning('userId')
      .executeTakeFirst();
    if (!saved) return refuse('NOT_FOUND');
    await recordActivity(trx, { userId: professionalId, kind: 'ADDRESS_CHANGED', device, at });
    return { saved: true };
  });
}
