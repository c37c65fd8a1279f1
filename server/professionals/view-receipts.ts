import type {
  listProfessionalReceipts,
  ProfessionalReceipt,
} from '#contract/api/professionals/professional-account.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { documentItem, listReceipts } from '../account/receipts.ts';
import type { Db } from '../db/pool.ts';
import { documentsOfOrders, documentYears } from '../documents/document-repository.ts';
import { asInvited } from '../identity/user-repository.ts';
import type { ProfessionalParams } from './view-cases.ts';

const maxReceipts = 2_000;

/** What a professional has paid, and for which family. */
export async function viewReceipts(
  db: Db,
  { professionalId, language }: ProfessionalParams,
): Promise<AnswerOf<typeof listProfessionalReceipts>> {
  const receipts = await listReceipts(db, { userId: professionalId, language, limit: maxReceipts });
  const ids = receipts.map(({ orderId }) => orderId);
  const [families, documents, years] = await Promise.all([
    familiesOfOrders(db, { ids, professionalId }),
    documentsOfOrders(db, { userId: professionalId, orderIds: ids }),
    documentYears(db, professionalId),
  ]);
  const documentsOf = Map.groupBy(documents, ({ orderId }) => orderId);
  return {
    receipts: receipts.map((receipt) => ({
      ...receipt,
      family: families.get(receipt.orderId) ?? null,
      documents: (documentsOf.get(receipt.orderId) ?? []).map(documentItem),
    })),
    documentYears: years,
  };
}

/** Parents of each order's family, as the professional entered them; a closed account is not named. */
async function familiesOfOrders(
  db: Db,
  { ids, professionalId }: { ids: readonly string[]; professionalId: string },
): Promise<Map<string, NonNullable<ProfessionalReceipt['family']>>> {
  if (ids.length === 0) return new Map();
  const people = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.familyId', 'orders.familyId')
    .innerJoin('families', 'families.id', 'orders.familyId')
    .select([
      'orders.id as orderId',
      'families.id as familyId',
      'users.firstName',
      'users.lastName',
      'users.email',
      'users.invitedFirstName',
      'users.invitedLastName',
      'users.invitedEmail',
    ])
    .where('orders.id', 'in', ids)
    .where('families.createdByProfessionalId', '=', professionalId)
    .where('users.status', '!=', 'CLOSED')
    .orderBy('users.role')
    .execute();
  const byOrder = Map.groupBy(people, ({ orderId }) => orderId);
  const named = (person: (typeof people)[number]) => {
    const { firstName, lastName } = asInvited(person);
    return `${firstName} ${lastName}`;
  };
  return new Map(
    [...byOrder].map(([orderId, parents]) => [
      orderId,
      { familyId: parents[0]?.familyId ?? '', names: parents.map(named) },
    ]),
  );
}
