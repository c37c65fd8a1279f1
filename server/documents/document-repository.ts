import { sql } from 'kysely';
import type { Day } from '#contract/fields/day.ts';
import { enqueue, flushJobs } from '../db/job-queue.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { newId } from '../new-id.ts';
import type { DocumentKind, IssuedDocument, NewDocument } from './document.ts';
import { readInvoiceAddress } from './invoice-address.ts';

const columns = [
  'id',
  'kind',
  'series',
  'number',
  'cause',
  'orderId',
  'userId',
  'invoiceId',
  'amountCents',
  'codesCents',
  'country',
  'language',
  'issuedOn',
  'issuedAt',
  'data',
] as const;

/** Each kind has its own series in each country. */
const seriesEndings: Record<DocumentKind, string> = { INVOICE: '', CREDIT_NOTE: '-CR', DEBIT_NOTE: '-DR' };

/** The first number is 1000001, so that all are equally long. */
const takeNumber = (trx: Trx, series: string) =>
  trx
    .insertInto('documentSeries')
    .values({ series, lastNumber: 1_000_001 })
    .onConflict((on) =>
      on.column('series').doUpdateSet((eb) => ({ lastNumber: eb('documentSeries.lastNumber', '+', 1) })),
    )
    .returning('lastNumber');

/**
 * Inserts a document with the next number of its series, dated in the payer's time zone. Other inserts into the series
 * wait until the transaction ends, so call this last; the numbering statement is last here too.
 */
export async function insertDocument(trx: Trx, { at, data, ...document }: NewDocument): Promise<string> {
  const id = newId(at);
  const series = `${document.country}${seriesEndings[document.kind]}`;
  if (document.kind !== 'DEBIT_NOTE') await enqueueCopy(trx, { documentId: id, userId: document.userId });
  await flushJobs(trx);
  await trx
    .with('taken', () => takeNumber(trx, series))
    .insertInto('documents')
    .values({
      ...document,
      id,
      series,
      number: (eb) => eb.selectFrom('taken').select('lastNumber'),
      data: JSON.stringify(data),
      issuedAt: at,
      issuedOn: sql<Day>`(${at}::timestamptz at time zone
        coalesce((select time_zone from users where id = ${document.userId}), 'UTC'))::date`,
    })
    .execute();
  return id;
}

/** Queues the mail to the payer's second address, which is decided again when it is sent. */
async function enqueueCopy(trx: Trx, { documentId, userId }: { documentId: string; userId: string }): Promise<void> {
  if ((await readInvoiceAddress(trx, userId)) === null) return;
  await enqueue(trx, { name: 'send-document-copy', payload: { documentId }, key: `document-copy:${documentId}` });
}

const maxListed = 200;
const documentRows = (db: DbOrTrx) => db.selectFrom('documents').select(columns);

export async function documentOfCause(db: DbOrTrx, cause: string): Promise<IssuedDocument | null> {
  return read(await documentRows(db).where('cause', '=', cause).executeTakeFirst());
}

/**
 * The latest credit note for a returned amount: one of an earlier try, which a debit note has reversed, has the same
 * cause.
 */
export async function creditNoteOf(
  db: DbOrTrx,
  { orderId, cause }: { orderId: string; cause: string },
): Promise<IssuedDocument | null> {
  const notes = documentRows(db)
    .where('orderId', '=', orderId)
    .where('kind', '=', 'CREDIT_NOTE')
    .where((where) => where.or([where('cause', '=', cause), where('cause', 'like', `${cause}:%`)]));
  return read(await notes.orderBy('issuedAt', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst());
}

export async function readDocument(db: DbOrTrx, id: string): Promise<IssuedDocument | null> {
  return read(await documentRows(db).where('id', '=', id).executeTakeFirst());
}

/** Locked until the transaction ends: its notes are issued one after another. */
export async function lockInvoice(trx: Trx, orderId: string): Promise<IssuedDocument | null> {
  const row = await documentRows(trx)
    .where('orderId', '=', orderId)
    .where('kind', '=', 'INVOICE')
    .orderBy('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return read(row);
}

/** Invoice and notes of an order, in order of issue. */
export async function documentsOfOrder(db: DbOrTrx, orderId: string): Promise<IssuedDocument[]> {
  const rows = await documentRows(db).where('orderId', '=', orderId).orderBy('issuedAt').orderBy('id').execute();
  return rows as IssuedDocument[];
}

/** The documents of a user's orders, latest first. */
export async function documentsOfOrders(
  db: DbOrTrx,
  { userId, orderIds }: { userId: string; orderIds: readonly string[] },
): Promise<IssuedDocument[]> {
  const rows = await documentRows(db)
    .where('userId', '=', userId)
    .where('orderId', '=', sql<string>`any(${[...orderIds]}::uuid[])`)
    .orderBy('issuedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows as IssuedDocument[];
}

/** A user's documents, latest first. */
export async function documentsOfUser(db: DbOrTrx, userId: string): Promise<IssuedDocument[]> {
  const rows = await documentRows(db)
    .where('userId', '=', userId)
    .orderBy('issuedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute();
  return rows as IssuedDocument[];
}

/** A user's documents of one year in their own calendar, in order of issue. */
export async function documentsOfYear(
  db: DbOrTrx,
  { userId, year }: { userId: string; year: string },
): Promise<IssuedDocument[]> {
  const rows = await documentRows(db)
    .where('userId', '=', userId)
    .where('issuedOn', '>=', `${year}-01-01` as Day)
    .where('issuedOn', '<=', `${year}-12-31` as Day)
    .orderBy('issuedAt')
    .orderBy('id')
    .execute();
  return rows as IssuedDocument[];
}

/** The years, in a user's own calendar, in which documents were issued to them; the latest first. */
export async function documentYears(db: DbOrTrx, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .select(sql<string>`to_char(issued_on, 'YYYY')`.as('year'))
    .distinct()
    .where('userId', '=', userId)
    .orderBy('year', 'desc')
    .execute();
  return rows.map(({ year }) => year);
}

export async function readPdf(db: DbOrTrx, id: string): Promise<Buffer | null> {
  const row = await db.selectFrom('documents').select('pdf').where('id', '=', id).executeTakeFirst();
  return row?.pdf ?? null;
}

/** The first PDF of a document stays its only one: false if there already was one. */
export async function storePdf(db: DbOrTrx, { id, pdf }: { id: string; pdf: Buffer }): Promise<boolean> {
  const stored = db.updateTable('documents').set({ pdf }).where('id', '=', id).where('pdf', 'is', null);
  return (await stored.returning('id').executeTakeFirst()) !== undefined;
}

function read(row: object | undefined): IssuedDocument | null {
  return (row as IssuedDocument | undefined) ?? null;
}

/** Moves the documents of orders to another record of their payer; their content is unchanged. */
export async function assignDocuments(
  trx: Trx,
  { orderIds, userId }: { orderIds: readonly string[]; userId: string },
): Promise<void> {
  if (orderIds.length === 0) return;
  const theirs = trx.selectFrom('documents').select('id').where('orderId', 'in', orderIds).orderBy('id');
  await trx.updateTable('documents').set({ userId }).where('id', 'in', theirs.forNoKeyUpdate()).execute();
}
