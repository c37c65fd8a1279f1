import { type RawBuilder, sql } from 'kysely';

/**
 * For statements: every attempt of a user to pay, including those that charged nothing. Found by what was paid for,
 * also for a former payer; for a plan or a family that others pay for too, only the user's own.
 */
export const ownAttempts = (userId: string): RawBuilder<unknown> => sql`(
    select attempts.* from registrations join payment_attempts as attempts
      on purpose = 'SIGN_UP' and subject_id = registrations.id where registrations.user_id = ${userId}
    union all
    select attempts.* from payment_attempts as attempts where purpose = 'INVITE' and subject_id = ${userId}
    union all
    select attempts.* from users join subscriptions on subscriptions.family_id = users.family_id
      join payment_attempts as attempts
      on purpose = any('{RENEWAL,UPGRADE}') and subject_id = subscriptions.id
      where users.id = ${userId} and purchase ->> 'buyerId' = ${userId}
    union all
    select attempts.* from families join payment_attempts as attempts
      on purpose = 'PROFESSIONAL_PLAN' and subject_id = families.id
      where created_by_professional_id = ${userId} and purchase ->> 'professionalId' = ${userId}
    union all
    select attempts.* from code_bundles join payment_attempts as attempts
      on purpose = 'CODE_BUNDLE' and subject_id = code_bundles.id where professional_id = ${userId})`;
