import { sql } from 'kysely';
import * as z from 'zod/mini';
import { isServedCountry } from '#contract/countries.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { newId } from '../new-id.ts';
import {
  type ImportedTerm,
  lockRenewedElsewhere,
  replaceImportedTerm,
  startImportedPlans,
  takeOverNextTerm,
} from '../subscriptions/imported-plans.ts';
import { day } from '#contract/fields.ts';
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

async function check(db: DbOrTrx, rows: Rows, { catalog }: ImportContext): Promise<RowProblem[]> {
  const people = await peopleOf(db, rows);
  const { rows: families } = await sql<Pick<Payer, 'familyId' | keyof Chargeable> & { id: string; plans: number }>`
    select id, family_id as "familyId", status = 'CLOSED' as "isClosed", line1 is not null as "hasAddress",
      coalesce(country, 'US') as country,
      (select count(*)::int from subscriptions where user_id = users.id and state = 'CURRENT') as plans
    from users where id = any(${[...people.values()]}::uuid[])`.execute(db);
  const here = new Map(families.map((one) => [one.id, one]));
  const packages = new Set(catalog.packages.map(({ id }) => id));
  const options = new Set(catalog.options.map(({ code }) => code));
  return rows.flatMap(({ line, row }) => {
    const [holder, payer] = [row.person, row.payer].map((one) => here.get(people.get(one) ?? ''));
    return [
      ...(packages.has(row.package) ? [] : [{ line, column: 'package', code: 'unknown' }]),
      ...(row.options.every((code) => options.has(code)) ? [] : [{ line, column: 'options', code: 'unknown' }]),
      ...(holder && payer && holder.familyId !== payer.familyId
        ? [{ line, column: 'payer', code: 'other_family' }]
        : []),
      ...(holder?.isClosed ? [{ line, column: 'person', code: 'closed' }] : []),
      ...payerProblems({ line, row, payer }),
      ...(holder && holder.plans > 0 ? [{ line, column: 'person', code: 'taken' }] : []),
    ];
  });
}

type Chargeable = { isClosed: boolean; hasAddress: boolean; country: string };

/**
 * A closed account pays for nothing. Tax depends on where the payer lives: without an address, or in a country that is
 * not sold to, nothing can be charged.
 */
function payerProblems({
  line,
  row,
  payer,
}: {
  line: number;
  row: PlanRow;
  payer: Chargeable | undefined;
}): RowProblem[] {
  if (payer?.isClosed) return [{ line, column: 'payer', code: 'closed' }];
  if (!row.renews || !payer) return [];
  if (!payer.hasAddress) return [{ line, column: 'payer', code: 'address_needed' }];
  return isServedCountry(payer.country) ? [] : [{ line, column: 'payer', code: 'country_not_sold' }];
}

const peopleOf = (db: DbOrTrx, rows: Rows) =>
  idsOf(
    db,
    'PERSON',
    rows.flatMap(({ row }) => [row.person, row.payer]),
  );

type ResolvedPlan = {
  id: string;
  line: number;
  row: PlanRow;
  userId: string;
  familyId: string;
  payerUserId: string;
  payer: Payer | undefined;
};
type Payer = Chargeable & { familyId: string; language: string };

/** Rows with the ids of their person and payer. */
async function resolvePeople(db: DbOrTrx, rows: Rows): Promise<ResolvedPlan[]> {
  const people = await peopleOf(db, rows);
  const { rows: known } = await sql<Payer & { id: string }>`
    select id, family_id as "familyId", coalesce(country, 'US') as country, language,
      status = 'CLOSED' as "isClosed", line1 is not null as "hasAddress"
    from users where id = any(${[...people.values()]}::uuid[])`.execute(db);
  const users = new Map(known.map((one) => [one.id, one]));
  return rows.map(({ id, line, row }) => {
    const [userId = '', payerUserId = ''] = [people.get(row.person), people.get(row.payer)];
    return {
      id,
      line,
      row,
      userId,
      payerUserId,
      payer: users.get(payerUserId),
      familyId: users.get(userId)?.familyId ?? '',
    };
  });
}

async function write(trx: Trx, rows: Rows, { at, renewsFrom }: ImportContext): Promise<void> {
  const resolved = await resolvePeople(trx, rows);
  const plans = resolved.map(({ id, userId, familyId, ...rest }) => ({ ...termOf(rest), id, userId, familyId }));
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
 * Applies what the other system has renewed or ended since, until the day from which renewals are ours. Of a plan that
 * was changed here only a further term is taken over.
 */
async function update(trx: Trx, rows: Rows, { at }: ImportContext): Promise<RowProblem[]> {
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
    const unpayable = isUntouched ? payerProblems(plan) : [];
    problems.push(...unpayable);
    if (current && isUntouched && unpayable.length === 0) {
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
