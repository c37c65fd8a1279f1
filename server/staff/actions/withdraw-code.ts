import { type Expression, sql } from 'kysely';
import { id } from '#contract/fields.ts';
import { formatCents } from '#contract/money.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { refuse } from '../../refusal.ts';
import { subjectAction } from '../action.ts';
import { nothingSent } from './sentences.ts';

/**
 * Whether all that was paid for a bundle went back. Before, its professional ends the unused codes by refunding them.
 * An order that never settled was paid again by another, or is owed.
 */
const isBundleRefunded = (bundleId: Expression<string | null>) => sql<boolean>`exists (
  select from payment_attempts join orders on orders.attempt_id = payment_attempts.id
  where payment_attempts.purpose = 'CODE_BUNDLE' and subject_id = ${bundleId}
    and settlement_declined_at is null and refunded_cents = total_cents)`;

const usable = (db: DbOrTrx, codeId: string) =>
  db
    .selectFrom('activationCodes')
    .select(['id', 'lastFour', 'remainingCents', 'packageName', 'years'])
    .where('id', '=', codeId)
    .where('revokedAt', 'is', null)
    .where((where) => where.or([where('bundleId', 'is', null), isBundleRefunded(where.ref('bundleId'))]))
    .where('remainingCents', '>', 0)
    .executeTakeFirst();

/** Withdraws an activation code, by its id. Payments made with it stay valid. */
export const withdrawCode = subjectAction({
  offer: async (db, { subject }) => {
    const code = id.safeParse(subject).success ? await usable(db, subject) : undefined;
    if (!code) return [];
    const term = code.years === 1 ? 'a year' : 'two years';
    const worth = code.packageName === null ? formatCents(code.remainingCents) : `${term} of ${code.packageName}`;
    return [
      {
        subject,
        sentences: [
          `The code that ends in ${code.lastFour} and is worth ${worth} pays nothing any more.`,
          'What it has paid before stays paid. No money goes back for it.',
          nothingSent,
        ],
      },
    ];
  },
  effect: async (trx, { subject, at }) => {
    const withdrawn = await trx
      .updateTable('activationCodes')
      .set({ revokedAt: at })
      .where('id', '=', subject)
      .where('revokedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return withdrawn ? undefined : refuse('CONFLICT');
  },
});
