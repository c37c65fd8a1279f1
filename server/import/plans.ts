import { sql } from 'kysely';
import * as z from 'zod/mini';
import { isServedCountry } from '#contract/fields/countries.ts';
import { day } from '#contract/fields/fields.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { newId } from '../new-id.ts';
import {
  type ImportedTerm,
  lockRenewedElsewhere,
  replaceImportedTerm,
  startImportedPlans,
  takeOverNextTerm,
} from '../subscriptions/imported-plans.ts';
import { cents, filled, orEmpty, readBy, yesOrNo } from './cells.ts';
import { idsOf } from './imported-rows.ts';
import type { ImportContext, NewRow, RowProblem, Source } from './source.ts';

/**
 * A person's plan and its end. `paid_cents`: for this term, without added tax; `agreed_on`: when the payer agreed to
 * renewals, without which nobody is charged.
 */
const schema = z
  .object({
    person: filled,
    payer: filled,
    package: z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.transform(Number)),
    options: z.pipe(
      z.string(),
      z.transform((codes) => codes.split(' ').filter((code) => code !== '')),
    ),
    starts: day,
    ends: day,
    paid_cents: cents,
    renews: yesOrNo,
    agreed_on: orEmpty(day),
    agreed_version: z.string().check(z.maxLength(50)),
  })
  .check(
    z.refine(({ starts, ends }) => starts < ends, { path: ['ends'], error: 'before_start' }),
    z.refine(({ renews, agreed_on }) => !renews || agreed_on !== '', { path: ['agreed_on'], error: 'required' }),
  );
type PlanRow = z.output<typeof schema>;
type Rows = readonly NewRow<PlanRow>[];

type Person = { familyId: string; language: string; country: string; isClosed: boolean; hasAddress: boolean };
type ResolvedPlan = {
  id: string;
  line: number;
  row: PlanRow;
  userId: string;
  payerUserId: string;
  /** Undefined if a dry run has not written them. */
  holder: Person | undefined;
  payer: Person | undefined;
};

/** Rows with their person and payer. */
async function resolvePeople(db: DbOrTrx, rows: Rows): Promise<ResolvedPlan[]> {
  const named = rows.flatMap(({ row }) => [row.person, row.payer]);
  const people = await idsOf(db, 'PERSON', named);
  const { rows: known } = await sql<Person & { id: string }>`
    select id, family_id as "familyId", coalesce(country, 'US') as country, language,
      status = 'CLOSED' as "isClosed", line1 is not null as "hasAddress"
    from users where id = any(${[...people.values()]}::uuid[])`.execute(db);
  const users = new Map(known.map((one) => [one.id, one]));
  return rows.map(({ id, line, row }) => {
    const [userId = '', payerUserId = ''] = [people.get(row.person), people.get(row.payer)];
    return { id, line, row, userId, payerUserId, holder: users.get(userId), payer: users.get(payerUserId) };
  });
}

/** What is wrong with a plan, new or changed. */
function planProblems({ line, row, holder, payer }: ResolvedPlan, { catalog }: ImportContext): RowProblem[] {
  const options = new Set(catalog.options.map(({ code }) => code));
  const wrong: [boolean, string, string][] = [
    [!catalog.packages.some(({ id }) => id === row.package), 'package', 'unknown'],
    [!row.options.every((code) => options.has(code)), 'options', 'unknown'],
    [holder !== undefined && payer !== undefined && holder.familyId !== payer.familyId, 'payer', 'other_family'],
    [holder?.isClosed === true, 'person', 'closed'],
  ];
  return [
    ...wrong.flatMap(([isWrong, column, code]) => (isWrong ? [{ line, column, code }] : [])),
    ...payerProblems({ line, row, payer }),
  ];
}

/**
 * A closed account pays for nothing. Tax depends on where the payer lives: without an address, or in a country where
 * nothing is sold, nothing can be charged.
 */
function payerProblems({ line, row, payer }: Pick<ResolvedPlan, 'line' | 'row' | 'payer'>): RowProblem[] {
  if (payer?.isClosed) return [{ line, column: 'payer', code: 'closed' }];
  if (!row.renews || !payer) return [];
  if (!payer.hasAddress) return [{ line, column: 'payer', code: 'address_needed' }];
  return isServedCountry(payer.country) ? [] : [{ line, column: 'payer', code: 'country_not_sold' }];
}

async function check(db: DbOrTrx, rows: Rows, context: ImportContext): Promise<RowProblem[]> {
  const resolved = await resolvePeople(db, rows);
  const holders = resolved.flatMap(({ holder, userId }) => (holder ? userId : []));
  const planned = await db
    .selectFrom('subscriptions')
    .select('userId')
    .where('state', '=', 'CURRENT')
    .where('userId', '=', sql<string>`any(${holders}::uuid[])`)
    .execute();
  const hasPlan = new Set(planned.map(({ userId }) => userId));
  return resolved.flatMap((plan) => [
    ...planProblems(plan, context),
    ...(hasPlan.has(plan.userId) ? [{ line: plan.line, column: 'person', code: 'taken' }] : []),
  ]);
}

async function write(trx: Trx, rows: Rows, { at, renewsFrom }: ImportContext): Promise<void> {
  const resolved = await resolvePeople(trx, rows);
  const plans = resolved.map(({ id, userId, holder, ...rest }) => ({
    ...termOf(rest),
    id,
    userId,
    familyId: holder?.familyId ?? '',
  }));
  await startImportedPlans(trx, plans, { renewsFrom, at });
  await recordAgreements(trx, resolved, at);
}

/** Records what the payer agreed to in the other system, once, however often the term is imported. */
async function recordAgreements(trx: Trx, resolved: readonly ResolvedPlan[], at: Date): Promise<void> {
  const consents = resolved.flatMap(({ row, payerUserId: userId, payer }) =>
    row.agreed_on === ''
      ? []
      : (['TERMS', 'RENEWAL'] as const).map((kind) => ({
          id: newId(at),
          userId,
          kind,
          given: kind === 'TERMS' || row.renews,
          textVersion: row.agreed_version,
          language: payer?.language ?? 'en',
          country: payer?.country ?? 'US',
          form: 'IMPORT',
          recordedAt: new Date(`${row.agreed_on}T12:00:00Z`),
        })),
  );
  const payers = resolved.map(({ payerUserId }) => payerUserId);
  const recorded = await trx
    .selectFrom('consents')
    .select(['userId', 'kind', 'given', 'textVersion', 'recordedAt'])
    .where('userId', '=', sql<string>`any(${payers}::uuid[])`)
    .where('form', '=', 'IMPORT')
    .execute();
  const keyOf = ({ userId, kind, given, textVersion, recordedAt }: (typeof recorded)[number]) =>
    JSON.stringify([userId, kind, given, textVersion, recordedAt]);
  // A payer for both parents has agreed once.
  const fresh = new Map(consents.map((one) => [keyOf(one), one]));
  for (const one of recorded) fresh.delete(keyOf(one));
  if (fresh.size > 0)
    await trx
      .insertInto('consents')
      .values([...fresh.values()])
      .execute();
}

const termOf = ({ row, payerUserId }: Pick<ResolvedPlan, 'row' | 'payerUserId'>): ImportedTerm => ({
  payerUserId,
  packageId: row.package,
  services: row.options,
  autoRenew: row.renews,
  periodStart: row.starts,
  periodEnd: row.ends,
  netCents: row.paid_cents,
});

/**
 * Applies what the other system has renewed or ended since, until the day from which we renew. For a plan that was
 * changed here only a further term is imported.
 */
async function update(trx: Trx, rows: Rows, context: ImportContext): Promise<RowProblem[]> {
  const { at } = context;
  const elsewhere = await lockRenewedElsewhere(
    trx,
    rows.map(({ id }) => id),
    at,
  );
  const problems: RowProblem[] = [];
  const replaced: ResolvedPlan[] = [];
  for (const plan of await resolvePeople(trx, rows)) {
    const { current, isUntouched } = elsewhere.get(plan.id) ?? {};
    const term = termOf(plan);
    const wrong = isUntouched ? planProblems(plan, context) : [];
    problems.push(...wrong);
    if (current && isUntouched && wrong.length === 0) {
      if (!plan.payer) continue;
      await replaceImportedTerm(trx, { current, term, at });
      replaced.push(plan);
    } else if (!isUntouched && !(current && (await takeOverNextTerm(trx, { current, term, at }))))
      problems.push({ line: plan.line, column: 'ends', code: 'changed_here' });
  }
  await recordAgreements(trx, replaced, at);
  return problems;
}

export const plans: Source<PlanRow> = {
  kind: 'PLAN',
  columns: Object.keys(schema.def.shape),
  read: readBy(schema),
  sourceId: ({ person }) => person,
  unique: () => [],
  references: ({ person, payer }) => [
    { column: 'person', kind: 'PERSON', sourceId: person },
    { column: 'payer', kind: 'PERSON', sourceId: payer },
  ],
  check,
  write,
  update,
};
