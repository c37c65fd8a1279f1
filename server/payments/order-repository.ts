import { type Selectable, sql } from 'kysely';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Database, Language, Purpose, Row } from '../db/schema.ts';
import type { Authentication } from '../gateways/payment/authentication.ts';
import type { PaymentMethodDetails } from '../gateways/payment/port.ts';
import { newId } from '../new-id.ts';
import { lockMethods } from './payment-method-repository.ts';
import { retireMethod } from './retire-method.ts';

const orderColumns = [
  'orders.id',
  'orders.attemptId',
  'orders.purpose',
  'orders.userId',
  'orders.packageId',
  'orders.payForCoParent',
  'orders.quote',
  'orders.totalCents',
  'orders.taxCents',
  'orders.refundedCents',
  'orders.country',
  'orders.language',
  'orders.transactionId',
  'orders.paymentMethod',
  'orders.settlementDeclinedAt',
  'orders.timeZone',
  'orders.createdAt',
] as const;
type Column = (typeof orderColumns)[number] extends `orders.${infer Name}` ? Name & keyof Database['orders'] : never;

export type Order<Quote> = Omit<Pick<Selectable<Database['orders']>, Column>, 'quote' | 'paymentMethod'> & {
  quote: Quote;
  paymentMethod: StoredMethod | null;
  /** What was bought; unlike `purpose`, it distinguishes a restart from a renewal. */
  kind: Purpose | 'NEW_START';
  /** Issued at the end of the transaction that writes the order. */
  invoice: { series: string; number: number };
  /** Whether the payer currently has a stored payment method, to which renewals are charged. */
  payerHasMethod: boolean;
};

/** What a receipt may show of a payment method: neither a vault token nor the name of a wallet account. */
export type StoredMethod = Omit<PaymentMethodDetails, 'token' | 'accountLabel'>;

export type NewOrder = {
  attemptId: string;
  purpose: Purpose;
  userId: string;
  familyId: string | null;
  packageId: number | null;
  productId: string | null;
  services: readonly string[];
  payForCoParent: boolean;
  quote: object;
  totalCents: number;
  taxCents: number;
  country: string | null;
  language: Language;
  transactionId: string | null;
  paymentMethod: PaymentMethodDetails | null;
  at: Date;
};

export async function insertOrder(
  trx: Trx,
  { at, quote, paymentMethod, services, ...values }: NewOrder,
): Promise<string> {
  const { id } = await trx
    .insertInto('orders')
    .values({
      ...values,
      id: newId(at),
      services: [...services],
      quote: JSON.stringify(quote),
      paymentMethod: paymentMethod && JSON.stringify({ ...paymentMethod, token: undefined, accountLabel: undefined }),
      timeZone: sql<string>`coalesce((select time_zone from users where id = ${values.userId}), 'UTC')`,
      createdAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function completeOrders(db: DbOrTrx) {
  return db
    .selectFrom('orders')
    .innerJoin('paymentAttempts', 'paymentAttempts.id', 'orders.attemptId')
    .select(orderColumns)
    .select((eb) => [
      sql<Order<unknown>['invoice']>`(select json_build_object('series', series, 'number', number) from documents
        where order_id = orders.id and documents.kind = 'INVOICE')`.as('invoice'),
      sql<Order<unknown>['kind']>`coalesce(payment_attempts.purchase->>'kind', orders.purpose)`.as('kind'),
      eb
        .exists(
          eb
            .selectFrom('paymentMethods')
            .select('id')
            .whereRef('paymentMethods.userId', '=', 'orders.userId')
            .where((one) => one.or([one('isDefault', '=', true), one('backupAgreedAt', 'is not', null)])),
        )
        .as('payerHasMethod'),
    ]);
}

export async function orderOfAttempt<Quote>(db: DbOrTrx, attemptId: string): Promise<Order<Quote> | null> {
  const row = await completeOrders(db).where('attemptId', '=', attemptId).executeTakeFirst();
  return (row as Order<Quote> | undefined) ?? null;
}

export async function readOrder<Quote>(db: DbOrTrx, id: string): Promise<Order<Quote> | null> {
  const row = await completeOrders(db).where('orders.id', '=', id).executeTakeFirst();
  return (row as Order<Quote> | undefined) ?? null;
}

const paidOrderColumns = [
  'id',
  'attemptId',
  'purpose',
  'userId',
  'totalCents',
  'payForCoParent',
  'packageId',
  'services',
  'transactionId',
] as const;
export type PaidOrder = Row<'orders', typeof paidOrderColumns>;

/** The order that a gateway sale paid. */
export async function orderOfTransaction(db: DbOrTrx, transactionId: string): Promise<PaidOrder | null> {
  return (
    (await db
      .selectFrom('orders')
      .select(paidOrderColumns)
      .where('transactionId', '=', transactionId)
      .executeTakeFirst()) ?? null
  );
}

/** Records once that an order's payment did not settle, and returns the order locked. Null if already recorded. */
export async function markSettlementDeclined(
  trx: Trx,
  { id, at }: { id: string; at: Date },
): Promise<PaidOrder | null> {
  const marked = await trx
    .updateTable('orders')
    .set({ settlementDeclinedAt: at })
    .where('id', '=', id)
    .where('settlementDeclinedAt', 'is', null)
    .returning(paidOrderColumns)
    .executeTakeFirst();
  return marked ?? null;
}

/** Locked until the caller's transaction ends, so that concurrent refunds cannot promise the same money. */
export async function lockOrders(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await trx.selectFrom('orders').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
}

export async function orderIdsOf(db: DbOrTrx, userId: string): Promise<string[]> {
  const orders = await db.selectFrom('orders').select('id').where('userId', '=', userId).orderBy('id').execute();
  return orders.map(({ id }) => id);
}

/** Moves orders, with their disputes and refunds, to another record of their payer. */
export async function assignOrders(
  trx: Trx,
  { ids, userId }: { ids: readonly string[]; userId: string },
): Promise<void> {
  if (ids.length === 0) return;
  await lockOrders(trx, ids);
  await trx.updateTable('orders').set({ userId }).where('id', 'in', ids).execute();
  for (const table of ['disputes', 'refunds'] as const) {
    const theirs = trx.selectFrom(table).select('id').where('orderId', 'in', ids).orderBy('id').forNoKeyUpdate();
    await trx.updateTable(table).set({ userId }).where('id', 'in', theirs).execute();
  }
}

/** A user's orders, latest first. */
export async function ordersOfUser<Quote>(
  db: DbOrTrx,
  { userId, limit }: { userId: string; limit: number },
): Promise<Order<Quote>[]> {
  const rows = await completeOrders(db)
    .where('orders.userId', '=', userId)
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();
  return rows as Order<Quote>[];
}

/** `authentication`: for a method stored without a charge; a charge's own outcome contains it. */
export type NewPaymentMethod = {
  userId: string;
  method: PaymentMethodDetails;
  authentication?: Authentication | null;
  at: Date;
};

/**
 * Stores a vaulted method for renewals as the person's only default. Of two concurrent calls the later one wins.
 * Without a token nothing is stored. A wallet account that is stored again keeps its earlier token, which is in use
 * again even if it was replaced. If the payer's account was closed meanwhile, the method is deleted at the gateway.
 */
export async function storePaymentMethod(
  trx: Trx,
  { userId, method, authentication = null, at }: NewPaymentMethod,
): Promise<void> {
  if (method.token === null) return;
  await lockMethods(trx, userId);
  await trx
    .updateTable('paymentMethods')
    .set({ isDefault: false })
    .where('userId', '=', userId)
    .where('isDefault', '=', true)
    .execute();
  const values = {
    ...method,
    token: method.token,
    authentication: authentication && JSON.stringify(authentication),
    userId,
    isDefault: true,
  };
  const { id, holderStatus } = await trx
    .insertInto('paymentMethods')
    .values({ ...values, id: newId(at), createdAt: at })
    .onConflict((on) =>
      on.column('token').doUpdateSet({
        isDefault: true,
        isBackup: false,
        backupAgreedAt: null,
        replacedAt: null,
        createdAt: at,
        expirationMonth: values.expirationMonth,
        expirationYear: values.expirationYear,
        authentication: values.authentication,
      }),
    )
    .returning((eb) => ['id', eb.selectFrom('users').select('status').where('id', '=', userId).as('holderStatus')])
    .executeTakeFirstOrThrow();
  if (holderStatus === 'CLOSED') await retireMethod(trx, { id, at });
}
