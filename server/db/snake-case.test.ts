import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { installedVersion } from '#tests/setup/installed-version.ts';
import { rowsInCamelCase, SnakeCaseDialect } from './snake-case.ts';

test('the query builder is the version whose protected methods write the names', () => {
  expect(
    installedVersion('kysely'),
    'Compare snakeCase and sanitizeIdentifier of the new release with snake-case.ts, then raise this version',
  ).toBe('0.29.9');
});

test('every identifier of a statement is written in snake_case, and no character in it ends it', () => {
  const dialect = new SnakeCaseDialect({ pool: () => Promise.reject(new Error('Nothing is asked here')) });
  const db = new Kysely<{ paymentAttempts: { id: string; claimedEmail: string; 'odd"Name': string } }>({
    dialect,
    plugins: [rowsInCamelCase],
  });
  const { sql } = db
    .selectFrom('paymentAttempts as oneAttempt')
    .select(['oneAttempt.claimedEmail as emailOf', 'odd"Name'])
    .where('id', '=', 'x')
    .compile();
  expect(sql).toBe(
    'select "one_attempt"."claimed_email" as "email_of", "odd""_name" from "payment_attempts" as "one_attempt" where "id" = $1',
  );
});
