import { type Expression, sql } from 'kysely';
import { id } from '#contract/fields/fields.ts';
import { formatCents } from '#contract/fields/money.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { refuse } from '../../refusal.ts';
import { subjectAction } from '../action.ts';
import { nothingSent } from './sentences.ts';

/**
 * Whether a bundle's money neither is here, by the documents' count, nor can still arrive: it was refunded, or its
 * order was withdrawn. Before that, its professional ends unused codes by refunding them.
 */
const isBundleUnpaid = (bundleId: Expression<string | null>) => sql<boolean>`not exists (
  select from payment_attempts join orders on orders.attempt_id = payment_attempts.id
  where payment_attempts.purpose = 'CODE_BUNDLE' and subject_id = ${bundleId}
    and (gone_back_cents(orders) < total_cents
      or settlement_declined_at is not null and paid_by_order_id is null and withdrawn_at is null))`;

const usable = (db: DbOrTrx, codeId: string) =>
  db
    .selectFrom('activationCodes')
    .select(['id', 'lastFour', 'remainingCents', 'packageName', 'years'])
    .where('id', '=', codeId)
    .where('revokedAt', 'is', null)
    .where((where) => where.or([where('bundleId', 'is', null), isBundleUnpaid(where.ref('bundleId'))]))
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
          `The code that ends in ${code.lastFour} and is worth ${worth} no longer pays anything.`,
          'What it has paid stays paid. Nothing is refunded for it.',
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
