import type { GatewayContext } from '../gateway-context.ts';
import { newId } from '../identifiers.ts';
import type { CustomerRecord, Instrument, PaymentMethodRecord } from '../records.ts';

type NewCustomer = { context: GatewayContext; fields: Partial<Omit<CustomerRecord, 'createdAt' | 'updatedAt'>> };

/** Customers and their stored payment methods. */
export function addCustomer({ context, fields }: NewCustomer): CustomerRecord {
  const at = context.clock.now().toISOString();
  const record: CustomerRecord = {
    id: fields.id ?? newId(),
    firstName: fields.firstName ?? null,
    lastName: fields.lastName ?? null,
    email: fields.email ?? null,
    phone: fields.phone ?? null,
    company: fields.company ?? null,
    createdAt: at,
    updatedAt: at,
  };
  context.store.customers.put(record.id, record);
  return record;
}

type Owner = { context: GatewayContext; customerId: string };

export function methodsOf({ context, customerId }: Owner): PaymentMethodRecord[] {
  return context.store.paymentMethods.all().filter((method) => method.customerId === customerId);
}

/** A wallet account that a customer has stored already: storing it again returns its token. */
function keptAccount({ context, customerId, instrument }: Owner & { instrument: Instrument }) {
  return methodsOf({ context, customerId }).find(
    ({ instrument: kept }) =>
      (kept.kind === 'paypal_account' && instrument.kind === kept.kind && instrument.payerId === kept.payerId) ||
      (kept.kind === 'venmo_account' && instrument.kind === kept.kind && instrument.venmoUserId === kept.venmoUserId),
  );
}

/** Stores an instrument. A customer's first one, or one that requests it, becomes the default. */
export function addPaymentMethod(method: {
  context: GatewayContext;
  customerId: string;
  instrument: Instrument;
  token?: string | null;
  makeDefault?: boolean;
  verificationId?: string | null;
}): PaymentMethodRecord {
  const { context, customerId, instrument } = method;
  const at = context.clock.now().toISOString();
  const kept = keptAccount(method);
  const isDefault =
    method.makeDefault === true || kept?.isDefault === true || methodsOf({ context, customerId }).length === 0;
  if (isDefault) clearDefault({ context, customerId });
  const record: PaymentMethodRecord = {
    token: method.token ?? kept?.token ?? newId(8),
    customerId,
    instrument: instrument.kind === 'credit_card' ? { ...instrument, cvvResult: 'I' } : instrument,
    isDefault,
    approvedSales: kept?.approvedSales ?? 0,
    verificationId: method.verificationId ?? null,
    createdAt: kept?.createdAt ?? at,
    updatedAt: at,
  };
  context.store.paymentMethods.put(record.token, record);
  return record;
}

export function clearDefault({ context, customerId }: { context: GatewayContext; customerId: string }): void {
  for (const method of methodsOf({ context, customerId }).filter(({ isDefault }) => isDefault)) {
    context.store.paymentMethods.put(method.token, { ...method, isDefault: false });
  }
}

export function countSale({ context, token }: { context: GatewayContext; token: string }): void {
  const method = context.store.paymentMethods.get(token);
  if (method) context.store.paymentMethods.put(token, { ...method, approvedSales: method.approvedSales + 1 });
}
