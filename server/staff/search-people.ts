import { sql } from 'kysely';
import type { FoundPerson } from '#contract/api/staff/staff-people.ts';
import { countries, servedCountries } from '#contract/fields/countries.ts';
import { normaliseCharacters, normaliseEmail } from '#contract/fields/typed-text.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { phoneForm } from '../phone-form.ts';
import { hashActivationCode, normaliseActivationCode } from '../pricing/activation-code.ts';
import type { Member } from './action.ts';
import { maskedPerson } from './masked-person.ts';
import { offersForSubject } from './offered-actions.ts';
import { recordRead } from './staff-reads.ts';
import type { StaffSession } from './staff-session.ts';

/** More matches mean that the search is too broad. */
const most = 20;

const people = (db: Db) =>
  db
    .selectFrom('users')
    .select(['users.id as userId', 'users.firstName', 'users.lastName', 'users.role', 'users.status', 'users.country'])
    .limit(most + 1);
const payers = (db: Db) => people(db).innerJoin('orders', 'orders.userId', 'users.id');

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const callingCodes = [...new Set(servedCountries.map((country) => countries[country].callingCode.slice(1)))];

/** The forms in which a phone number may be stored, for any country, with or without country code. */
function phoneNumbers(text: string): string[] {
  const digits = normaliseCharacters(text).replace(/\D/g, '');
  if (/[a-z@]/i.test(text) || digits.length < 7 || digits.length > 15) return [];
  const writings = callingCodes.flatMap((code) => [
    { code, number: text },
    ...(digits.startsWith(code) ? [{ code, number: `+${digits}` }] : []),
  ]);
  return [digits, ...writings.flatMap((writing) => phoneForm(writing)?.number ?? [])];
}

/** A document's series and number; the last digit is a check digit. */
function numberRead(text: string): { series: string; number: number } | null {
  const [, series = '', figures = ''] = /^[A-Z]{2}-([A-Z]{2}(?:-[CD]R)?)-([\d-]{5,14})$/i.exec(text) ?? [];
  const number = Number(figures.replaceAll('-', '').slice(0, -1));
  return figures !== '' && number < 2 ** 31 ? { series: series.toUpperCase(), number } : null;
}

const past = String.fromCodePoint(0x10ffff);
/** As a range instead of LIKE, because a cached plan for any pattern would not use the index. */
const startsWith = (column: 'firstName' | 'lastName', word: string) => {
  const [stored, from] = [sql`fold_text(${sql.ref(`users.${column}`)})`, sql`fold_text(${word})`];
  return sql<boolean>`${stored} ~>=~ ${from} and ${stored} ~<~ (${from} || ${past})`;
};

/** One or two words of letters: a last name, a first name, or both in either order. */
const nameWords = (text: string) => (/^[\p{L}\p{M}'’. -]+$/u.test(text) ? text.split(/\s+/).slice(0, 2) : []);

type FoundQuery = Pick<ReturnType<typeof people>, 'execute' | 'compile' | 'explain'>;
type Finder = { foundBy: string; query: (db: Db, text: string) => FoundQuery | null };

const byName = (first: 'firstName' | 'lastName', second: 'firstName' | 'lastName'): Finder => ({
  foundBy: 'name',
  query: (db, text) => {
    const [one, other] = nameWords(text);
    if (one === undefined) return null;
    const found = people(db).where(startsWith(first, one));
    return other === undefined ? found : found.where(startsWith(second, other));
  },
});

/** Every search method, each backed by an index. */
export const finders: readonly Finder[] = [
  {
    foundBy: 'email',
    query: (db, text) =>
      text.includes('@') ? people(db).where('users.emailNormalised', '=', normaliseEmail(text)) : null,
  },
  {
    foundBy: 'username',
    query: (db, text) =>
      /[@\s]/.test(text) ? null : people(db).where(sql`lower(users.username)`, '=', text.toLowerCase()),
  },
  {
    foundBy: 'phone',
    query: (db, text) => {
      const numbers = phoneNumbers(text);
      return numbers.length === 0 ? null : people(db).where('users.phoneNumber', 'in', numbers);
    },
  },
  { foundBy: 'id', query: (db, text) => (uuid.test(text) ? people(db).where('users.id', '=', text) : null) },
  { foundBy: 'order', query: (db, text) => (uuid.test(text) ? payers(db).where('orders.id', '=', text) : null) },
  {
    foundBy: 'payment attempt',
    query: (db, text) => (uuid.test(text) ? payers(db).where('orders.attemptId', '=', text) : null),
  },
  {
    foundBy: 'sign-up',
    query: (db, text) =>
      uuid.test(text)
        ? people(db).innerJoin('registrations', 'registrations.userId', 'users.id').where('registrations.id', '=', text)
        : null,
  },
  {
    foundBy: 'invoice',
    query: (db, text) => {
      const read = numberRead(text);
      if (read === null) return null;
      return people(db)
        .innerJoin('documents', 'documents.userId', 'users.id')
        .where('documents.series', '=', read.series)
        .where('documents.number', '=', read.number);
    },
  },
  {
    foundBy: 'transaction',
    query: (db, text) =>
      /^[a-z0-9]{6,36}$/i.test(text)
        ? payers(db)
            .innerJoin('paymentAttempts', 'paymentAttempts.id', 'orders.attemptId')
            .where('paymentAttempts.transactionId', '=', text.toLowerCase())
        : null,
  },
  {
    foundBy: 'refund',
    query: (db, text) =>
      /^[a-z0-9]{6,36}$/i.test(text)
        ? people(db)
            .innerJoin('refunds', 'refunds.userId', 'users.id')
            .where('refunds.gatewayId', '=', text.toLowerCase())
        : null,
  },
  {
    foundBy: 'card',
    query: (db, text) =>
      /^\d{4}$/.test(text)
        ? people(db)
            .innerJoin('paymentMethods', 'paymentMethods.userId', 'users.id')
            .where('paymentMethods.cardLastFour', '=', text)
            .orderBy('paymentMethods.createdAt', 'desc')
        : null,
  },
  {
    foundBy: 'code',
    query: (db, text) => {
      const code = normaliseActivationCode(text);
      if (code === null || /[@\s]/.test(text)) return null;
      return payers(db)
        .innerJoin('activationCodeUses', 'activationCodeUses.attemptId', 'orders.attemptId')
        .innerJoin('activationCodes', 'activationCodes.id', 'activationCodeUses.activationCodeId')
        .where('activationCodes.codeHash', '=', hashActivationCode(code));
    },
  },
  byName('lastName', 'firstName'),
  byName('firstName', 'lastName'),
];

/** Unfinished sign-ups, by id or by e-mail. */
export function openSignUps(db: Db, text: string) {
  const open = db
    .selectFrom('registrations')
    .select(['id as signupId', 'state', 'createdAt'])
    .where('userId', 'is', null)
    .limit(most);
  if (uuid.test(text)) return open.where('id', '=', text);
  if (!text.includes('@')) return null;
  return (
    open
      // As literals, because with parameters the partial index on these states would not be used.
      .where(sql<boolean>`state in ('DETAILS', 'FAMILY')`)
      .where(sql`lower(parent ->> 'email')`, '=', text.toLowerCase())
  );
}

/** The activation code itself, used or not. */
async function findCode({ db, clock }: Dependencies, text: string, { roles }: Pick<StaffSession, 'roles'>) {
  const normalised = normaliseActivationCode(text);
  if (normalised === null) return null;
  const code = await db
    .selectFrom('activationCodes')
    .select(['id', 'lastFour'])
    .where('codeHash', '=', hashActivationCode(normalised))
    .executeTakeFirst();
  if (!code) return null;
  const asked = { roles, names: ['WITHDRAW_CODE'] as const, subject: code.id, at: clock.now() };
  return { lastFour: code.lastFour, actions: await offersForSubject(db, asked) };
}

type Dependencies = { db: Db; clock: Clock };

/** The first matches of every search method, without duplicates. */
export async function searchPeople(dependencies: Dependencies, text: string, staff: Member) {
  const { db, clock } = dependencies;
  const [found, signUps, code] = await Promise.all([
    Promise.all(
      finders.map(async ({ foundBy, query }) =>
        ((await query(db, text)?.execute()) ?? []).map((row) => ({ ...maskedPerson(row), foundBy })),
      ),
    ),
    openSignUps(db, text)?.execute(),
    findCode(dependencies, text, staff),
  ]);
  const byId = new Map<string, FoundPerson>();
  for (const person of found.flat()) if (!byId.has(person.userId)) byId.set(person.userId, person);
  const shown = [...byId.values()].slice(0, most);
  await recordRead(db, { staff, kind: 'SEARCH', userIds: shown.map(({ userId }) => userId), at: clock.now() });
  return {
    people: shown,
    signUps: (signUps ?? []).map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    code,
    more: byId.size > most,
  };
}
