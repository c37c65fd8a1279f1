import { sql } from 'kysely';

/**
 * Whether anything is taken off for anybody, coupons and discount links alike. A condition of the statements that read
 * and take them, so that no process goes on for the seconds in which it holds its settings.
 */
export const promotionsRun = sql<boolean>`not exists (
  select from experiments where key = 'hide-promotions' and state = 'treatment'
)`;
