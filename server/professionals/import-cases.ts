import type { CaseImportPreview, CaseImportRow } from '#contract/api/professionals/case-imports.ts';
import { fieldErrorText, namesItsField } from '#contract/fields/field-errors.ts';
import { caseColumnNames } from '#contract/professionals/case-list.ts';
import type { ExperimentStates } from '#contract/sign-up/experiments.ts';
import { m } from '#messages/messages.js';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { insertFamilies } from '../identity/family-repository.ts';
import { insertUsers, lockUser, readUser, type User } from '../identity/user-repository.ts';
import { newId } from '../new-id.ts';
import { hashRequest } from '../payments/payment-attempt-repository.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { duplicatesOf, type KnownFamily } from './case-duplicates.ts';
import { newParents } from './new-parents.ts';
import { priceListOf } from './price-list.ts';
import { type CaseLine, type CaseListProblem, type NewCase, readCaseList } from './read-case-list.ts';
import type { CaseDependencies, ProfessionalParams } from './view-cases.ts';

type CaseListParams = ProfessionalParams & { fileBase64: string };

/** Only the server has these texts: a table of every field's errors would be loaded by every form. */
const listTexts = {
  list_unreadable: m.field_list_unreadable,
  list_header: m.field_list_header,
  list_empty: m.field_list_empty,
  list_too_long: m.field_list_too_long,
  list_nothing_new: m.field_list_nothing_new,
  list_row_long: m.field_list_row_long,
} satisfies Record<CaseListProblem | 'list_nothing_new' | 'list_row_long', unknown>;

function refuseList(code: keyof typeof listTexts, language: Language): Refusal<'VALIDATION'> {
  const text = listTexts[code]({}, { locale: language });
  return refuse('VALIDATION', { extra: { validationErrors: [{ field: 'fileBase64', code, text }] } });
}

function errorText({ column, code }: CaseLine['errors'][number], language: Language): string {
  if (code === 'list_row_long') return listTexts[code]({}, { locale: language });
  const text = fieldErrorText({ field: column, code, language });
  if (namesItsField({ field: column, code })) return text;
  return m.ui_problem_line({ label: caseColumnNames[language][column], text }, { locale: language });
}

type CheckedLine = { line: CaseLine; duplicate: CaseImportRow['duplicate'] };

/** What a list would open, line by line. Nothing is written. */
export async function previewImport(
  { db }: CaseDependencies,
  { fileBase64, professionalId, language }: CaseListParams,
): Promise<CaseImportPreview | Refusal<'VALIDATION'>> {
  const judged = await judge(db, { fileBase64, professionalId, language });
  if (isRefusal(judged)) return judged;
  const rows = judged.map(({ line: { line, cells, doubtful, family, errors }, duplicate }) => ({
    line,
    parents: (['parentA', 'parentB'] as const).map((one) => `${cells[`${one}.firstName`]} ${cells[`${one}.lastName`]}`),
    children: family?.children.length ?? 0,
    errors: errors.map((error) => ({ column: error.column, text: errorText(error, language) })),
    doubtful,
    duplicate,
  }));
  return {
    rows,
    ready: ready(judged).length,
    faulty: rows.filter(({ errors }) => errors.length > 0).length,
    duplicates: rows.filter(({ duplicate }) => duplicate !== null).length,
  };
}

const ready = (judged: readonly CheckedLine[]): NewCase[] =>
  judged.flatMap(({ line, duplicate }) => (line.family && duplicate === null ? line.family : []));

async function judge(
  db: DbOrTrx,
  { fileBase64, professionalId, language }: CaseListParams,
): Promise<CheckedLine[] | Refusal<'VALIDATION'>> {
  const lines = readCaseList(Buffer.from(fileBase64, 'base64'));
  if (typeof lines === 'string') return refuseList(lines, language);
  const duplicates = duplicatesOf(lines, await knownFamilies(db, professionalId));
  return lines.map((line, index) => ({ line, duplicate: duplicates[index] ?? null }));
}

/**
 * The professional's families by the professional's own names (`asInvited`). A parent who has joined is recognised by
 * the names only: their address is private.
 */
async function knownFamilies(db: DbOrTrx, professionalId: string): Promise<KnownFamily[]> {
  const people = await db
    .selectFrom('users')
    .select((eb) => [
      'familyId',
      eb.fn.coalesce('invitedFirstName', 'firstName').as('firstName'),
      eb.fn.coalesce('invitedLastName', 'lastName').as('lastName'),
      eb
        .case()
        .when('status', '=', 'INVITED')
        .then(eb.fn.coalesce('invitedEmail', 'email'))
        .else(eb.fn.coalesce('invitedEmail', eb.val('')))
        .end()
        .as('email'),
    ])
    .where('createdByProfessionalId', '=', professionalId)
    .where('status', '!=', 'CLOSED')
    .execute();
  return [...Map.groupBy(people, ({ familyId }) => familyId).values()];
}

type ImportParams = CaseListParams & { requestKey: string; experiments: Partial<ExperimentStates> };

/**
 * Opens the valid and new families of a list, all or none; a repeat under its key does nothing more. Another list under
 * that key is refused. Nobody is mailed.
 */
export async function importCases(
  { db, clock, readCatalog }: CaseDependencies,
  { requestKey, experiments, fileBase64, professionalId, language }: ImportParams,
): Promise<{ opened: number } | Refusal<'NOT_FOUND' | 'VALIDATION' | 'IDEMPOTENCY_MISMATCH'>> {
  const professional = await readUser(db, professionalId);
  if (!professional) return refuse('NOT_FOUND');
  const pricingGroup = priceListOf(professional, { catalog: await readCatalog(), experiments });
  return db.transaction().execute(async (trx) => {
    // With two concurrent lists the second sees the families of the first; none comes after the end of the account.
    if ((await lockUser(trx, professionalId))?.status === 'CLOSED') return refuse('NOT_FOUND');
    const earlier = await trx
      .selectFrom('caseImports')
      .select(['families', 'requestHash'])
      .where('professionalId', '=', professionalId)
      .where('requestKey', '=', requestKey)
      .executeTakeFirst();
    const requestHash = hashRequest(fileBase64);
    if (earlier) {
      const isSame = earlier.requestHash.equals(requestHash);
      return isSame ? { opened: earlier.families } : refuse('IDEMPOTENCY_MISMATCH');
    }
    const judged = await judge(trx, { fileBase64, professionalId, language });
    if (isRefusal(judged)) return judged;
    const families = ready(judged);
    if (families.length === 0) return refuseList('list_nothing_new', language);
    const at = clock.now();
    await openFamilies(trx, { families, professional, pricingGroup, at });
    await trx
      .insertInto('caseImports')
      .values({ id: newId(at), professionalId, requestKey, requestHash, families: families.length, createdAt: at })
      .execute();
    return { opened: families.length };
  });
}

type NewFamilies = { families: readonly NewCase[]; professional: User; pricingGroup: string; at: Date };

async function openFamilies(trx: Trx, { families, professional, pricingGroup, at }: NewFamilies): Promise<void> {
  const opened = await insertFamilies(
    trx,
    families.map(({ children }) => ({
      pricingGroup,
      children: children.map(({ firstName }) => ({ firstName, lastName: '', email: '' })),
      at,
      createdByProfessionalId: professional.id,
    })),
  );
  const parents = families.flatMap(({ parentA, parentB, language }, index) =>
    newParents(professional, { familyId: opened[index] ?? '', language, parentA, parentB, at }),
  );
  await insertUsers(trx, parents);
}
