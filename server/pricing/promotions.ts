import { sql } from 'kysely';

/**
 * Whether discounts apply at all, both coupons and discount links. A condition of the statements that read and reserve
 * them, so that no process continues for the seconds in which it caches its settings.
 */
export const promotionsRun = sql<boolean>`not exists (
  select from experiments where key = 'hide-promotions' and state = 'treatment'
)`;
