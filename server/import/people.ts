import { sql } from 'kysely';
import * as z from 'zod/mini';
import {
  addressLine1,
  city,
  countryCode,
  email,
  name,
  optionalPhoneNumber,
  optionalText,
  phoneCountryCode,
  postalCode,
} from '#contract/fields/fields.ts';
import { languages } from '#contract/fields/languages.ts';
import { postalCodeForm } from '#contract/fields/postal-codes.ts';
import { normaliseEmail } from '#contract/fields/typed-text.ts';
import { username } from '#contract/sign-in/credentials.ts';
import { priceListFor } from '../catalog/pricing-group.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { memberColors } from '../identity/user-repository.ts';
import { isCountry } from '../lookups/countries.ts';
import { regions } from '../lookups/regions.ts';
import { newId } from '../new-id.ts';
import { phoneForm } from '../phone-form.ts';
import { filled, orEmpty, readBy } from './cells.ts';
import { idsOf, recordImportedRows } from './imported-rows.ts';
import type { ImportContext, NewRow, RowProblem, Source } from './source.ts';

/** Hashes that cost no more than a sign-in may: bcrypt up to 2^13 rounds, argon2 up to 64 MiB and ten passes. */
const hashes = [
  /^\$2[aby]\$(0[4-9]|1[0-3])\$[./A-Za-z\d]{53}$/,
  /^\$argon2(id|i|d)\$v=19\$m=(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-6]),t=(?:[1-9]|10),p=[1-4]\$[\w+/]{11,86}\$[\w+/]{22,86}$/,
];
const passwordHash = z.string().check(z.refine((value) => hashes.some((known) => known.test(value)), 'hash_unknown'));

const timeZones = new Set(Intl.supportedValuesOf('timeZone'));
const timeZone = z.string().check(z.refine((zone) => timeZones.has(zone), 'time_zone_unknown'));

type Written = { country: string; postal_code: string; phone_country_code: string; phone_number: string };

function inOneForm<Row extends Written>(row: Row): Row {
  const phone = phoneForm({ code: row.phone_country_code, number: row.phone_number });
  return {
    ...row,
    postal_code: postalCodeForm({ country: row.country, postalCode: row.postal_code }),
    ...(phone && { phone_country_code: `+${phone.code}`, phone_number: phone.number }),
  };
}

const schema = z
  .object({
    person: filled,
    family: filled,
    role: z.enum(['PARENT_A', 'PARENT_B']),
    first_name: name,
    last_name: name,
    email,
    phone_country_code: phoneCountryCode,
    phone_number: optionalPhoneNumber,
    line1: orEmpty(addressLine1),
    line2: optionalText({ max: 50, error: 'address_line2_length' }),
    city: orEmpty(city),
    region: z.string().check(z.maxLength(50)),
    postal_code: orEmpty(postalCode),
    country: orEmpty(countryCode.check(z.refine(isCountry, 'country_unknown'))),
    time_zone: orEmpty(timeZone),
    language: z.enum(languages),
    username: orEmpty(username),
    password_hash: orEmpty(passwordHash),
  })
  .check(
    z.refine((row) => (row.username === '') === (row.password_hash === ''), {
      path: ['password_hash'],
      error: 'goes_with_username',
    }),
    z.refine((row) => new Set([row.line1, row.city, row.postal_code, row.country].map(Boolean)).size === 1, {
      path: ['line1'],
      error: 'address_incomplete',
    }),
    z.refine(({ country, region }) => isRegion({ country, region }), { path: ['region'], error: 'region_unknown' }),
    z.overwrite(inOneForm),
  );
export type PersonRow = z.output<typeof schema>;

const regionsOf = new Map<string, ReadonlySet<string>>();

/** A country's regions; empty if it has no list. */
function knownRegions(country: string): ReadonlySet<string> {
  const known = regionsOf.get(country);
  if (known) return known;
  const found = new Set(isCountry(country) ? regions({ country, language: 'en' }).map(({ value }) => value) : []);
  regionsOf.set(country, found);
  return found;
}

function isRegion({ country, region }: { country: string; region: string }): boolean {
  const known = knownRegions(country);
  return known.size === 0 || known.has(region);
}

async function check(db: DbOrTrx, rows: readonly NewRow<PersonRow>[]): Promise<RowProblem[]> {
  const emails = rows.map(({ row }) => normaliseEmail(row.email));
  const used = await db
    .selectFrom('users')
    .select('emailNormalised')
    .where('emailNormalised', '=', sql<string>`any(${emails}::text[])`)
    .where('status', '!=', 'CLOSED')
    .execute();
  const isUsed = new Set(used.map(({ emailNormalised }) => emailNormalised));
  const names = rows.map(({ row }) => row.username.toLowerCase()).filter((one) => one !== '');
  const { rows: takenNames } = await sql<{ name: string }>`
    select lower(username) as name from users where lower(username) = any(${names}::text[])`.execute(db);
  const isTaken = new Set(takenNames.map((name) => name.name));
  const families = await idsOf(
    db,
    'FAMILY',
    rows.map(({ row }) => row.family),
  );
  const members = await db
    .selectFrom('users')
    .select(['familyId', 'role'])
    .where('familyId', '=', sql<string>`any(${[...families.values()]}::uuid[])`)
    .execute();
  const parents = new Set(members.map(({ familyId, role }) => `${familyId} ${role}`));
  return rows.flatMap(({ line, row }) => [
    ...(isUsed.has(normaliseEmail(row.email)) ? [{ line, column: 'email', code: 'taken' }] : []),
    ...(isTaken.has(row.username.toLowerCase()) ? [{ line, column: 'username', code: 'taken' }] : []),
    ...(parents.has(`${families.get(row.family)} ${row.role}`) ? [{ line, column: 'role', code: 'taken' }] : []),
  ]);
}

async function write(trx: Trx, rows: readonly NewRow<PersonRow>[], context: ImportContext): Promise<void> {
  const { at } = context;
  const families = await idsOf(
    trx,
    'FAMILY',
    rows.map(({ row }) => row.family),
  );
  const opened = rows.filter(({ row }) => !families.has(row.family) && families.set(row.family, newId(at)));
  if (opened.length > 0) {
    const ids = opened.map(({ row }) => ({ sourceId: row.family, id: families.get(row.family) ?? '', content: '' }));
    await trx
      .insertInto('families')
      .values(
        opened.map(({ row }) => ({
          id: families.get(row.family) ?? '',
          pricingGroup: listOf(row, context),
          createdAt: at,
        })),
      )
      .execute();
    await recordImportedRows(trx, { kind: 'FAMILY', rows: ids, at });
  }
  await trx
    .insertInto('users')
    .values(rows.map(({ id, row }) => userOf({ id, row, familyId: families.get(row.family) ?? '', at })))
    .execute();
}

const listOf = ({ country, phone_country_code, phone_number }: PersonRow, { catalog }: ImportContext) =>
  priceListFor(
    {
      country: country === '' ? undefined : country,
      phoneCountryCode: phone_country_code,
      phoneNumber: phone_number,
      ukPackages: true,
    },
    catalog.rules,
  );

function userOf({ id, row, familyId, at }: { id: string; row: PersonRow; familyId: string; at: Date }) {
  const orNull = (value: string) => (value === '' ? null : value);
  return {
    id,
    familyId,
    role: row.role,
    // Without credentials they have the status of a person who has paid and has none yet: a link lets them choose them.
    status: row.username === '' ? ('CREDENTIALS_NEEDED' as const) : ('ACTIVE' as const),
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    emailNormalised: normaliseEmail(row.email),
    phoneCountryCode: row.phone_country_code,
    phoneNumber: row.phone_number,
    line1: orNull(row.line1),
    line2: row.line1 === '' ? null : row.line2,
    city: orNull(row.city),
    region: row.country === '' ? null : row.region,
    postalCode: orNull(row.postal_code),
    country: orNull(row.country),
    // Applies if the country has a site; otherwise the main site is used.
    siteCountry: orNull(row.country),
    timeZone: orNull(row.time_zone),
    language: row.language,
    color: memberColors[row.role === 'PARENT_A' ? 0 : 1],
    username: orNull(row.username),
    passwordHash: orNull(row.password_hash),
    createdAt: at,
    updatedAt: at,
  };
}

export const people: Source<PersonRow> = {
  kind: 'PERSON',
  columns: Object.keys(schema.def.shape),
  read: readBy(schema),
  sourceId: ({ person }) => person,
  unique: (row) => [
    { column: 'email', key: `email ${normaliseEmail(row.email)}` },
    { column: 'role', key: `role ${row.family} ${row.role}` },
    ...(row.username === '' ? [] : [{ column: 'username', key: `username ${row.username.toLowerCase()}` }]),
  ],
  references: () => [],
  adds: ({ family }) => [{ kind: 'FAMILY', sourceId: family }],
  check,
  write,
};
